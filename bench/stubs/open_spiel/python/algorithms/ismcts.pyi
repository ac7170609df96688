import pyspiel
from open_spiel.python.algorithms.mcts import Evaluator

class ISMCTSNode: ...

class ISMCTSBot(pyspiel.Bot):
    _root_node: ISMCTSNode
    def __init__(
        self,
        game: pyspiel.Game,
        evaluator: Evaluator,
        uct_c: float,
        max_simulations: int,
        *,
        random_state: object,
    ) -> None: ...
    def step(self, state: pyspiel.State) -> int: ...
    def run_search(self, state: pyspiel.State) -> list[tuple[int, float]]: ...
    def sample_root_state(self, state: pyspiel.State) -> pyspiel.State: ...
    def get_final_policy(self, state: pyspiel.State, node: ISMCTSNode) -> list[tuple[int, float]]: ...
