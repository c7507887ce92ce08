import { invalid } from "./failure.ts";

type Value = string | Tree;
interface Tree {
  [name: string]: Value;
}

const emptyTree = (): Tree => Object.create(null) as Tree;

/**
 * Parses a form body or query string with Stripe's nesting: `line_items[0][price_data][currency]=usd`,
 * `expand[]=x`.
 */
function parse(encoded: string): Tree {
  const root = emptyTree();
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = [
      name.split("[", 1)[0] ?? "",
      ...Array.from(name.matchAll(/\[([^\]]*)\]/g), (match) => match[1] ?? ""),
    ];
    const last = path.pop() ?? "";
    let node = root;
    for (const step of path) {
      const key = step === "" ? String(Object.keys(node).length) : step;
      const next = node[key];
      const child = typeof next === "object" ? next : emptyTree();
      node[key] = child;
      node = child;
    }
    node[last === "" ? String(Object.keys(node).length) : last] = value;
  }
  return root;
}

/**
 * The parameters of a request, or of an object nested in them. The methods throw Stripe's errors for invalid
 * values.
 */
export class Params {
  private readonly tree: Tree;
  private readonly prefix: string;

  private constructor(tree: Tree, prefix: string) {
    this.tree = tree;
    this.prefix = prefix;
  }

  /** @param encoded a form body or a query string */
  static of(encoded: string): Params {
    return new Params(parse(encoded), "");
  }

  /** Refuses parameters that are not in the list. At the top level `expand` is always allowed. */
  allowOnly(...names: string[]): this {
    for (const name of Object.keys(this.tree)) {
      if (names.includes(name) || (this.prefix === "" && name === "expand")) continue;
      const param = this.path(name);
      throw invalid(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
    }
    return this;
  }

  /**
   * A string; null if it is absent. An empty string is refused, because Stripe reads it as an attempt to
   * unset.
   */
  text(name: string, longest = 5000): string | null {
    const value = this.tree[name];
    if (value === undefined) return null;
    const param = this.path(name);
    if (typeof value !== "string") throw invalid("Invalid string", { param });
    if (value === "") {
      const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
      throw invalid(message, { code: "parameter_invalid_empty", param });
    }
    if (value.length > longest) {
      throw invalid(`Invalid string: ${value.slice(0, 10)}...; must be at most ${longest} characters`, {
        param,
      });
    }
    return value;
  }

  requiredText(name: string, longest?: number): string {
    return this.text(name, longest) ?? this.missing(name);
  }

  /** One of the allowed values; null if it is absent. */
  choice<T extends string>(name: string, allowed: readonly T[]): T | null {
    const value = this.text(name);
    if (value === null) return null;
    const known = allowed.find((each) => each === value);
    if (!known)
      throw invalid(`Invalid ${this.path(name)}: must be one of ${allowed.join(", ")}`, {
        param: this.path(name),
      });
    return known;
  }

  /** An integer; null if it is absent. */
  integer(name: string): number | null {
    const value = this.text(name);
    if (value === null) return null;
    if (!/^-?\d{1,15}$/.test(value)) {
      throw invalid(`Invalid integer: ${value}`, {
        code: "parameter_invalid_integer",
        param: this.path(name),
      });
    }
    return Number(value);
  }

  requiredInteger(name: string): number {
    return this.integer(name) ?? this.missing(name);
  }

  /**
   * The bounds of a time as SQL operators, from `created=1` or `created[gte]=1&created[lt]=2`; empty if
   * absent.
   */
  range(name: string): { sign: "=" | ">" | ">=" | "<" | "<="; value: number }[] {
    const given = this.tree[name];
    if (given === undefined) return [];
    if (typeof given === "string") return [{ sign: "=", value: this.requiredInteger(name) }];
    const signs = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;
    const bounds = new Params(given, this.path(name)).allowOnly(...Object.keys(signs));
    return Object.entries(signs).flatMap(([word, sign]) => {
      const value = bounds.integer(word);
      return value === null ? [] : [{ sign, value }];
    });
  }

  /** An http or https URL; null if it is absent. */
  address(name: string): string | null {
    const value = this.text(name);
    if (value !== null && !(URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))) {
      throw invalid("Not a valid URL", { code: "url_invalid", param: this.path(name) });
    }
    return value;
  }

  /** A nested object; null if it is absent. */
  nested(name: string): Params | null {
    const value = this.tree[name];
    if (value === undefined) return null;
    if (typeof value !== "object") throw invalid("Invalid object", { param: this.path(name) });
    return new Params(value, this.path(name));
  }

  /** A list of nested objects; empty if it is absent. */
  list(name: string): Params[] {
    const values = this.nested(name);
    if (!values) return [];
    return Object.keys(values.tree).map((key) => values.nested(key) ?? this.missing(name));
  }

  /** A list of strings; empty if it is absent. */
  texts(name: string): string[] {
    const values = this.nested(name);
    if (!values) return [];
    return Object.keys(values.tree).map((key) => values.requiredText(key));
  }

  /** Metadata within Stripe's limits: at most 50 keys of 40 characters, with values of 500 characters. */
  metadata(name = "metadata"): Record<string, string> {
    const values = this.nested(name);
    const keys = Object.keys(values?.tree ?? {});
    const param = this.path(name);
    if (keys.length > 50) throw invalid("Metadata can have at most 50 keys", { param });
    const found: Record<string, string> = {};
    for (const key of keys) {
      const value = values?.tree[key];
      if (typeof value !== "string") throw invalid("Metadata values must be strings", { param });
      if (key.length > 40) throw invalid(`Metadata keys can be at most 40 characters: ${key}`, { param });
      if (value.length > 500)
        throw invalid(`Metadata values can be at most 500 characters: ${key}`, { param });
      if (value !== "") found[key] = value;
    }
    return found;
  }

  /** The name of a parameter as Stripe writes it in `error.param`. */
  path(name: string): string {
    return this.prefix ? `${this.prefix}[${name}]` : name;
  }

  private missing(name: string): never {
    const param = this.path(name);
    throw invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
}
