import { Icon } from "#app/ui/icon.tsx";
import { FileIcon } from "#app/uploads/file-icon.tsx";
import { kindOfFile, sizeText } from "#app/uploads/private-file.ts";
import { HeldNote } from "#app/uploads/sending/held-note.tsx";
import type { Uploads } from "#app/uploads/sending/use-uploads.ts";

/**
 * The files of a form: the stored ones, which the form lists in fields, and those being sent. Without scripts
 * a checkbox next to each leaves it out.
 * @param name of these fields
 */
export function ChosenFiles({ name, uploads }: { name: string; uploads: Uploads }) {
  const { isLive, files, sending, held, retry, discard, remove } = uploads;
  if (files.length + sending.length === 0) return null;
  return (
    <>
      <ul className="chosen" aria-live="polite" aria-label="Files">
        {files.map(({ id, name: file, bytes }) => (
          <li key={id}>
            {isLive ? (
              <>
                <input type="hidden" name={name} value={id} />
                <FileIcon kind={kindOfFile(file)} />
                <FileName name={file} bytes={bytes} />
                <button type="button" className="icon" onClick={() => remove(id)}>
                  <Icon name="close" />
                  <span className="vh">{`Remove ${file}`}</span>
                </button>
              </>
            ) : (
              <label className="pick">
                <input type="checkbox" name={name} value={id} defaultChecked />
                <FileName name={file} bytes={bytes} />
              </label>
            )}
          </li>
        ))}
        {sending.map(({ token, file, share, sentence, canRetry }) => (
          <li key={token}>
            <FileIcon kind={kindOfFile(file.name)} />
            <FileName name={file.name} bytes={file.size} />
            {sentence === null ? (
              <progress max={1} value={share} aria-label={`Sending ${file.name}`} />
            ) : (
              <>
                <span className="err">{sentence}</span>
                {canRetry ? (
                  <button type="button" className="btn plain" onClick={() => retry(token)}>
                    Send again
                    <span className="vh">{` ${file.name}`}</span>
                  </button>
                ) : null}
                <button type="button" className="btn plain" onClick={() => discard(token)}>
                  Discard
                  <span className="vh">{` ${file.name}`}</span>
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      <HeldNote held={held} />
    </>
  );
}

function FileName({ name, bytes }: { name: string; bytes: number }) {
  return (
    <span className="min-w-0 flex-1 break-all">
      <bdi>{name}</bdi>
      <span className="muted small whitespace-nowrap">{` ${sizeText(bytes)}`}</span>
    </span>
  );
}
