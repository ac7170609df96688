# The part of OpenSpiel's C++ module that bench/openspiel*.py use: it brings no types of its own.

from collections.abc import Callable, Mapping
from enum import Enum

class GameType:
    class Dynamics(Enum):
        SEQUENTIAL = 1

    class ChanceMode(Enum):
        SAMPLED_STOCHASTIC = 2

    class Information(Enum):
        IMPERFECT_INFORMATION = 2

    class Utility(Enum):
        CONSTANT_SUM = 1

    class RewardModel(Enum):
        TERMINAL = 1

    def __init__(
        self,
        *,
        short_name: str,
        long_name: str,
        dynamics: Dynamics,
        chance_mode: ChanceMode,
        information: Information,
        utility: Utility,
        reward_model: RewardModel,
        max_num_players: int,
        min_num_players: int,
        provides_information_state_string: bool,
        provides_information_state_tensor: bool,
        provides_observation_string: bool,
        provides_observation_tensor: bool,
    ) -> None: ...

class GameInfo:
    def __init__(
        self,
        *,
        num_distinct_actions: int,
        max_chance_outcomes: int,
        num_players: int,
        min_utility: float,
        max_utility: float,
        utility_sum: float,
        max_game_length: int,
    ) -> None: ...

class Game:
    def __init__(
        self, game_type: GameType, game_info: GameInfo, parameters: Mapping[str, object]
    ) -> None: ...
    def new_initial_state(self) -> State: ...
    def num_players(self) -> int: ...

def load_game(name: str, parameters: Mapping[str, int | str | bool]) -> Game: ...

class State:
    def __init__(self, game: Game) -> None: ...
    def current_player(self) -> int: ...
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def is_simultaneous_node(self) -> bool: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def action_to_string(self, player: int, action: int) -> str: ...
    def apply_actions(self, actions: list[int]) -> None: ...
    def returns(self) -> list[float]: ...
    def clone(self) -> State: ...
    def legal_actions(self, player: int | None = None) -> list[int]: ...
    def apply_action(self, action: int) -> None: ...
    def information_state_string(self, player: int | None = None) -> str: ...
    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State: ...

class Bot: ...
