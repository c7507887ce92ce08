import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<Chosen extends Options> = ReturnType<typeof parseArgs<{ options: Chosen }>>["values"];

/**
 * Runs an npm command with its options. An error becomes one sentence and the exit code 1.
 * @param usage the text after `npm run`
 * @param work receives an error to throw if an option is missing
 */
export async function runCommand<const Chosen extends Options>(
  usage: string,
  options: Chosen,
  work: (values: Values<Chosen>, wrong: Error) => Promise<void>,
): Promise<void> {
  const wrong = new Error(`Usage: npm run ${usage}`);
  try {
    let values: Values<Chosen>;
    try {
      values = parseArgs({ options }).values;
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : error}\n${wrong.message}`);
    }
    await work(values, wrong);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
