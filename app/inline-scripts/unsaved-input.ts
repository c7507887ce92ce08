/** True if the visitor has changed a field of the page, which a reload would lose. */
export function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("textarea,input");
  return Array.prototype.some.call(fields, isChanged);
}

function isChanged(field: HTMLInputElement): boolean {
  if (field.type === "hidden") return false;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}
