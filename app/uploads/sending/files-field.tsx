import { Icon } from "#app/ui/icon.tsx";
import { acceptedFiles, type FileLimits, type FileView, filesHint } from "#app/uploads/private-file.ts";
import { ChosenFiles } from "#app/uploads/sending/chosen-files.tsx";
import { useUploads } from "#app/uploads/sending/use-uploads.ts";
import { keptField } from "#app/uploads/sent-files.ts";

type Props = {
  name: string;
  label: string;
  /** The address to which scripts send each file. */
  sendTo: string;
  limits: FileLimits;
  /** Files of a refused form. */
  kept: FileView[];
  required?: boolean;
  /** Sentences, each with the name of its file. */
  error?: string[];
};

/**
 * A field for private files, with its label, hint and errors. With scripts each file is sent as soon as it is
 * chosen. Without scripts, all are sent with the form, and those of a refused form are kept.
 */
export function FilesField({ name, label, sendTo, limits, kept, required, error = [] }: Props) {
  const uploads = useUploads(sendTo, limits, kept);
  const hasError = error.length > 0;
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <span className="hint" id={`${name}-h`}>
        {filesHint(limits)}
      </span>
      <ChosenFiles name={keptField(name)} uploads={uploads} />
      <input
        className="in"
        id={name}
        name={name}
        type="file"
        accept={acceptedFiles}
        multiple
        required={required && uploads.files.length + uploads.sending.length === 0}
        ref={uploads.input}
        onChange={uploads.choose}
        aria-describedby={hasError ? `${name}-e ${name}-h` : `${name}-h`}
        aria-invalid={hasError ? true : undefined}
      />
      {hasError ? (
        <div id={`${name}-e`}>
          {error.map((sentence) => (
            <p className="err" key={sentence}>
              <Icon name="alert" />
              {sentence}
            </p>
          ))}
        </div>
      ) : null}
    </div>
  );
}
