import { ErrorLine } from '../feedback/ErrorLine.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'
import s from './dialog.module.css'

export interface FormDialogProps extends Omit<DialogProps, 'open' | 'onSubmit' | 'busy'> {
  /** What it says of its last submit. */
  form: { failure: string | null; mayRetry: boolean; sending: boolean }
  onSubmit: () => unknown
}

/** A dialog around a form: its fields under each other, busy while it is sent, what failed above the buttons. */
export function FormDialog({ form, onSubmit, children, ...dialog }: FormDialogProps) {
  const submit = () => void onSubmit()
  return (
    <Dialog {...dialog} open onSubmit={submit} busy={form.sending}>
      <div className={s.fields}>
        {children}
        {form.failure !== null && (
          <ErrorLine onRetry={form.mayRetry ? submit : undefined} retrying={form.sending}>
            {form.failure}
          </ErrorLine>
        )}
      </div>
    </Dialog>
  )
}
