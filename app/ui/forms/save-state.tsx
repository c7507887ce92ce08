/**
 * What a form that saves itself says below its fields.
 * @param said why the last button did nothing; empty: it did
 * @param sentence the state of the autosave; may be empty
 */
export function SaveState({ said, sentence }: { said: string; sentence: string }) {
  return (
    <>
      {said ? (
        <p className="err" role="alert">
          {said}
        </p>
      ) : null}
      <p className="small muted save-state" role="status">
        {sentence}
      </p>
    </>
  );
}
