// The API's own description, to read and to try. Nothing is fetched but from the server that this page came from.
"use strict";

const base = location.pathname.replace(/\/schema\/?$/, "");
const METHODS = ["get", "post", "put", "patch", "delete"];

function element(tag, text = "", attributes = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function resolved(schema, whole) {
  if (!schema?.$ref) return schema ?? {};
  return schema.$ref.slice(2).split("/").reduce((place, name) => place[name], whole);
}

// An example of a document, to begin with: what is required, and nothing else.
function example(given, whole) {
  const schema = resolved(given, whole);
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) return example(variants[0], whole);
  if (schema.type === "object") {
    const wanted = Object.entries(schema.properties ?? {}).filter(([name]) => (schema.required ?? []).includes(name));
    return Object.fromEntries(wanted.map(([name, inner]) => [name, example(inner, whole)]));
  }
  return { integer: schema.minimum ?? 0, number: 0, boolean: false, array: [], string: "" }[schema.type] ?? "";
}

function fieldsOf(operation) {
  const rows = element("table");
  const inputs = [];
  for (const parameter of operation.parameters ?? []) {
    const input = element("input", "", { "aria-label": parameter.name });
    if (parameter.name === "If-Match") input.value = "*";
    inputs.push([parameter, input]);
    const row = element("tr");
    const name = element("td");
    name.append(element("code", parameter.name), element("span", parameter.required ? " (required)" : "", { class: "what" }));
    const value = element("td");
    value.append(input);
    row.append(name, value, element("td", `${parameter.in}. ${parameter.description ?? ""}`, { class: "what" }));
    rows.append(row);
  }
  return [rows, inputs];
}

async function send(method, path, inputs, body, answer) {
  const headers = {};
  const query = new URLSearchParams();
  let target = path;
  for (const [parameter, input] of inputs) {
    if (parameter.in === "path") target = target.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
    else if (!input.value) continue;
    else if (parameter.in === "query") query.set(parameter.name, input.value);
    else headers[parameter.name] = input.value;
  }
  const token = document.getElementById("token").value.trim();
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  answer.textContent = "…";
  try {
    const url = base + target + (query.size ? `?${query}` : "");
    const response = await fetch(url, { method: method.toUpperCase(), headers, body: body?.value });
    const text = await response.text();
    const seen = ["etag", "location", "content-type", "retry-after"].filter((name) => response.headers.has(name));
    const lines = [`${response.status} ${response.statusText}`, ...seen.map((name) => `${name}: ${response.headers.get(name)}`)];
    let shown = text;
    if (/json$|json;/.test(response.headers.get("content-type") ?? "")) {
      try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch { /* shown as it came */ }
    }
    answer.textContent = `${lines.join("\n")}\n\n${shown}`;
  } catch (error) {
    answer.textContent = `not sent: ${error.message}`;
  }
}

function operationCard(method, path, operation, whole) {
  const card = element("details");
  const head = element("summary");
  const words = (operation.description ?? "").split("\n")[0];
  head.append(element("span", method.toUpperCase(), { class: "method" }), element("code", path), element("span", ` ${words}`, { class: "what" }));
  const [rows, inputs] = fieldsOf(operation);
  const content = operation.requestBody?.content?.["application/json"];
  const body = content ? element("textarea", JSON.stringify(example(content.schema, whole), null, 2), { "aria-label": "body" }) : null;
  const button = element("button", "Send");
  const answer = element("pre", "", { hidden: "" });
  button.addEventListener("click", () => { answer.hidden = false; send(method, path, inputs, body, answer); });
  card.append(head, rows);
  if (body) card.append(body);
  card.append(button, answer);
  return card;
}

async function main() {
  const whole = await (await fetch(`${base}/schema/openapi.json`)).json();
  document.getElementById("about").textContent = whole.info.description ?? "";
  const groups = new Map();
  for (const [path, operations] of Object.entries(whole.paths))
    for (const method of METHODS)
      if (operations[method]) {
        const group = operations[method].tags?.[0] ?? "other";
        if (!groups.has(group)) groups.set(group, []);
        groups.get(group).push(operationCard(method, path, operations[method], whole));
      }
  const place = document.getElementById("operations");
  place.textContent = "";
  for (const [group, cards] of groups) place.append(element("h2", group), ...cards);
}

main().catch((error) => { document.getElementById("operations").textContent = `The description can't be read: ${error.message}`; });
