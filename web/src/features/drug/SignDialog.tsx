import { drug as calls } from '@dentin/contract/drug'
import type { ComponentProps, ReactNode } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { Field, TextField, toast } from '../../ui/index.ts'
import { useSignDrug, type DrugDetail } from './hooks.ts'

interface SignatureDialogProps extends Omit<ComponentProps<typeof FormDialog>, 'title' | 'submitText' | 'children'> {
  /** What is signed. */
  subject: string
  /** What the signature says, and when it ends. */
  says: string
  /** The licence's field of the form. */
  licence: ComponentProps<typeof TextField>
  error: string | undefined
  children?: ReactNode
}

/** A pharmacist signs with the number of the licence. */
export function SignatureDialog({ subject, says, licence, error, children, ...rest }: SignatureDialogProps) {
  return (
    <FormDialog {...rest} title={`药师签名：${subject}`} submitText="签名">
      {children}
      <p className="secondary">{says}</p>
      <Field label="药师资格证号" required error={error}>
        <TextField maxLength={40} autoFocus {...licence} />
      </Field>
    </FormDialog>
  )
}

/** The pharmacist's signature under a drug. */
export function SignDialog({ drug, onClose }: { drug: DrugDetail; onClose: () => void }) {
  const sign = useSignDrug()
  const form = useCallForm(calls.sign, { defaultValues: { id: drug.id, version: drug.version, licence: '' } })
  const submit = form.save(sign.mutateAsync, () => {
    toast.success('已签名')
    onClose()
  })
  return (
    <SignatureDialog
      form={form}
      subject={drug.name}
      says="签名表示您已对照药品说明书逐项复核。资料之后一旦修改，签名即失效。"
      licence={form.register('licence')}
      error={form.errorOf('licence')}
      width={440}
      onClose={onClose}
      onSubmit={submit}
    />
  )
}
