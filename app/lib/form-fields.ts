import { z } from "zod";

/**
 * The limits of every form (docs/specification.md#form-bounds): fields, characters, nesting levels, list
 * index.
 */
export const formBounds = { fields: 300, name: 100, levels: 4, index: 100 };

/**
 * The fields that a form may contain: a zod schema, whose keys are the names, or the names themselves, or
 * their pattern.
 */
export type KnownFields = z.ZodType | readonly string[] | RegExp;

/** True if a form has a field of this name, within the limits of every form. */
export function isKnownField(name: string, known: readonly KnownFields[]): boolean {
  if (name.length > formBounds.name) return false;
  const path = pathOf(name);
  if (!path || path.length > formBounds.levels) return false;
  return known.some((fields) => {
    if (fields instanceof RegExp) return fields.test(name);
    return fields instanceof z.ZodType ? hasPath(fields, path) : fields.includes(name);
  });
}

type Step = string | number;

/** The steps of a name such as `answers[2]`; null if it has another format, or if an index is too high. */
function pathOf(name: string): Step[] | null {
  if (!/^[\w-]+(?:\.[\w-]+|\[\d{1,3}\])*$/.test(name)) return null;
  const steps = [...name.matchAll(/\[(\d+)\]|[\w-]+/g)].map(([word, index]) =>
    index === undefined ? word : Number(index),
  );
  return steps.some((step) => Number(step) > formBounds.index && typeof step === "number") ? null : steps;
}

/** True if the schema allows a value at the path. */
function hasPath(schema: z.core.$ZodType, path: Step[]): boolean {
  const [step, ...rest] = path;
  if (schema instanceof z.ZodUnion) return schema.options.some((option) => hasPath(option, path));
  if (schema instanceof z.ZodPipe) return hasPath(schema.in, path);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  )
    return hasPath(schema.unwrap(), path);
  if (schema instanceof z.ZodObject) {
    const value = typeof step === "string" && Object.hasOwn(schema.shape, step) && schema.shape[step];
    return value ? hasPath(value, rest) : false;
  }
  // A list with a single value comes without an index.
  if (schema instanceof z.ZodArray) return typeof step === "string" ? false : hasPath(schema.element, rest);
  return step === undefined;
}
