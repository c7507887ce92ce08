import { z } from "zod";
import { applicationForm } from "#app/sellers/application.form.ts";
import { countryName } from "#app/sellers/countries.ts";
import { type SpokenLanguage, spokenLevels } from "#app/sellers/seller.ts";
import { languageRows } from "#app/sellers/selling/selling.ts";

const typed = z.string().default("");
const languageFields = Object.fromEntries(
  languageRows.flatMap((row) => [
    [`language${row}`, typed],
    [`level${row}`, typed],
  ]),
);

/** POST /profile/selling: what a seller's public page shows. A row without a language is left out. */
export const sellingForm = z
  .object({
    skills: applicationForm.shape.skills,
    experience: applicationForm.shape.experience,
    country: typed
      .transform((code) => code || null)
      .refine((code) => code === null || countryName(code) !== null, "Choose a country from the list"),
    ...languageFields,
  })
  // Checked separately from the transform, which zod skips if another field is refused.
  .superRefine((fields, ctx) => {
    readLanguages(fields, (field, message) => ctx.addIssue({ code: "custom", path: [field], message }));
  })
  .transform((fields) => {
    const { skills, experience, country } = fields;
    return { skills, experience, country, languages: readLanguages(fields, () => {}) };
  });

export type SellingTexts = z.output<typeof sellingForm>;

function readLanguages(
  fields: Record<string, unknown>,
  refuse: (field: string, message: string) => void,
): SpokenLanguage[] {
  const languages: SpokenLanguage[] = [];
  for (const row of languageRows) {
    const name = String(fields[`language${row}`]).trim();
    if (name === "") continue;
    const level = spokenLevels.find((one) => one === fields[`level${row}`]);
    if (!/^\p{L}[\p{L} '’()-]{1,39}$/u.test(name))
      refuse(`language${row}`, "Enter a language of 2 to 40 letters, such as English");
    else if (languages.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      refuse(`language${row}`, `You have already listed ${name}`);
    if (!level) refuse(`level${row}`, "Choose how well you speak it");
    else languages.push({ name, level });
  }
  return languages;
}
