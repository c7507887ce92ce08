import { HtmlValidate, StaticConfigLoader } from "html-validate";

/** Caches the resolved configuration, because resolving it takes longer than checking many pages. */
class KeptConfig extends StaticConfigLoader {
  #resolved?: ReturnType<StaticConfigLoader["getConfigFor"]>;

  override getConfigFor(path: string): ReturnType<StaticConfigLoader["getConfigFor"]> {
    this.#resolved ??= super.getConfigFor(path);
    return this.#resolved;
  }
}

/** The rules of the HTML standard, and none of style or accessibility, which axe checks. */
const validator = new HtmlValidate(new KeptConfig({ extends: ["html-validate:standard"] }));

/** What is wrong with a document, as `rule: sentence (element)`. Runs in Node. */
export async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  // The validator accepts elements after the end of the document, but browsers move them into the body.
  const rest = html.trimEnd().split("</html>").at(-1) ?? "";
  return rest === "" ? faults : [...faults, `after the end: ${rest.slice(0, 80)}`];
}
