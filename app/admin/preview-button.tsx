/**
 * Opens what is typed in this form as users would see it, in a new tab, so that nothing typed is lost.
 * @param path what renders the unsaved form
 * @param intent the form's own
 */
export function PreviewButton({ path, label, intent }: { path: string; label: string; intent: string }) {
  return (
    <p>
      <button
        type="submit"
        className="btn"
        name="intent"
        value={intent}
        formAction={path}
        formTarget="_blank"
      >
        {label}
      </button>
    </p>
  );
}
