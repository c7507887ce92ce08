/** The name of the form fields with the ids of files uploaded before for a file field. */
export function keptField(field: string): string {
  return `${field}-kept`;
}

/**
 * The files in a form's file field: new files, and the ids of those uploaded before. For an empty field a
 * browser sends a file without a name, which is left out.
 * @param token identifies the form, so that the same file in the same form is stored once
 */
export function sentFiles(form: FormData, field: string, token: string) {
  return {
    files: form.getAll(field).filter((sent): sent is File => typeof sent !== "string" && sent.name !== ""),
    kept: form.getAll(keptField(field)).filter((id) => typeof id === "string"),
    token,
  };
}
