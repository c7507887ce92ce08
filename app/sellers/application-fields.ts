/** The fields of the form at /services/sell. */
export const applicationFields = ["fullName", "bio", "skills", "experience"] as const;

/** An application as it was typed, valid or not. */
export type TypedApplication = Record<(typeof applicationFields)[number], string>;
