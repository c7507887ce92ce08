import { z } from "zod";
import { besidesReason, reasonField } from "#app/admin/reason.form.ts";
import { settingOf } from "#app/admin/settings/setting.ts";

/** A new value of a setting. `seen`: the one that the operator saw. */
export const settingForm = z
  .object({
    id: z.string({ error: "Please choose a setting" }),
    seen: z.string().catch(""),
    value: z.string().trim().default(""),
    reason: reasonField,
  })
  .superRefine(({ id, value }, { addIssue }) => {
    const setting = settingOf(id);
    if (setting?.parse(value) === null)
      addIssue({ code: "custom", path: ["value"], message: setting.refusal });
  }, besidesReason);

export type SettingInput = z.output<typeof settingForm>;
