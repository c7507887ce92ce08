import type { DevEnvironment, EnvironmentModuleNode, FetchResult, TransformResult } from "vite";

/** A module of the product with its address, as Vite's module runner expects it. */
export type ServerModule = { url: string; fetched: FetchResult };

type Known = {
  node: EnvironmentModuleNode;
  transformed: TransformResult;
  module: ServerModule;
  /** The first version in which the module has this text. */
  version: number;
};

/**
 * The modules of the product as the worker runs them: the entry and everything it imports, transformed by
 * Vite. Each change creates a new version; the worker requests the changes since its own version.
 */
export class ServerModules {
  /** Their external imports: packages, `node:` and `cloudflare:` modules. */
  readonly packages = new Set<string>();
  readonly #environment: DevEnvironment;
  readonly #entry: string;
  #known = new Map<string, Known>();
  #version = 0;
  #walking: Promise<void> | null = null;

  /** @param entry the address of the entry module */
  constructor(environment: DevEnvironment, entry: string) {
    this.#environment = environment;
    this.#entry = entry;
  }

  /** @throws Vite's error if a file cannot be read or transformed */
  async changedSince(version: number): Promise<{ version: number; modules: ServerModule[] }> {
    while (this.#walking || !this.#isNewest()) {
      this.#walking ??= this.#walk().finally(() => {
        this.#walking = null;
      });
      await this.#walking;
    }
    const changed = [...this.#known.values()].filter((known) => known.version > version);
    return { version: this.#version, modules: changed.map(({ module }) => module) };
  }

  /** Vite drops its result for a file as soon as the file changes. */
  #isNewest(): boolean {
    return this.#version > 0 && [...this.#known.values()].every(isNewest);
  }

  /** Follows the imports, and lets Vite transform what has changed. */
  async #walk(): Promise<void> {
    const version = this.#version + 1;
    const found = new Map<string, Known>();
    const begun = new Set<string>();
    const visit = async (url: string): Promise<void> => {
      if (begun.has(url)) return;
      begun.add(url);
      const known = await this.#read(url, version);
      found.set(url, known);
      const { deps = [], dynamicDeps = [] } = known.transformed;
      const [own, packages] = [true, false].map((isOwn) =>
        [...deps, ...dynamicDeps].filter((name) => name.startsWith("/") === isOwn),
      ) as [string[], string[]];
      for (const name of packages) this.packages.add(name);
      await Promise.all(own.map(visit));
    };
    await visit(this.#entry);
    this.#known = found;
    this.#version = version;
  }

  async #read(url: string, version: number): Promise<Known> {
    const known = this.#known.get(url);
    if (known && isNewest(known)) return known;
    const fetched = await this.#environment.fetchModule(url);
    const node = "id" in fetched ? this.#environment.moduleGraph.getModuleById(fetched.id) : undefined;
    const transformed = node?.transformResult;
    // It changed again in the meantime.
    if (!transformed) return this.#read(url, version);
    // Vite also drops the importers of a changed file, and then produces the same result for them.
    if (known?.transformed === transformed) return known;
    return { node, transformed, module: { url, fetched }, version };
  }
}

function isNewest({ node, transformed }: Known): boolean {
  return node.transformResult === transformed;
}
