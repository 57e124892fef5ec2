import { drug as calls } from '@dentin/contract/drug'
import { useCallForm } from '../../lib/form.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { Field, TextField, toast } from '../../ui/index.ts'
import { useSignDrug, type DrugDetail } from './hooks.ts'

/** The pharmacist's signature under a drug. */
export function SignDialog({ drug, onClose }: { drug: DrugDetail; onClose: () => void }) {
  const sign = useSignDrug()
  const form = useCallForm(calls.sign, { defaultValues: { id: drug.id, version: drug.version, licence: '' } })
  const submit = form.save(sign.mutateAsync, () => {
    toast.success('已签名')
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={`药师签名：${drug.name}`}
      width={440}
      onClose={onClose}
      onSubmit={submit}
      submitText="签名"
    >
      <p className="secondary">签名表示您已对照药品说明书逐项复核。资料之后一旦修改，签名即失效。</p>
      <Field label="药师资格证号" required error={form.errorOf('licence')}>
        <TextField maxLength={40} autoFocus {...form.register('licence')} />
      </Field>
    </FormDialog>
  )
}
