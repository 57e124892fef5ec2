import { genderNames } from '@dentin/contract/patient-words'
import {
  idTypeNames,
  mobileOwnerNames,
  patient as calls,
  type DuplicateFile,
  patientErrors,
} from '@dentin/contract/patient'
import { useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useCallForm, type CallForm } from '../../lib/form.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { FormDialog, Picked, Select } from '../../ui/heavy.ts'
import { Field, Notice, numberOptions, TextField, toast } from '../../ui/index.ts'
import { DuplicatePanel } from './DuplicatePanel.tsx'
import { centreReads, type PatientFile } from './hooks.ts'

interface DialogProps {
  file: PatientFile
  onClose: () => void
  /** Another file is to be used instead. */
  onUse: (id: string) => void
}

interface IdentityFormProps<V extends FieldValues> extends DialogProps {
  title: string
  saved: string
  form: CallForm<V>
  send: (values: V & { acceptDuplicates: boolean }) => Promise<unknown>
  /** Nothing that could be saved yet. */
  blocked?: boolean
  children: ReactNode
}

/** A change that may meet another person's file: those are shown, to use one of them or to save all the same. */
function IdentityForm<V extends FieldValues>(props: IdentityFormProps<V>) {
  const { form, send, onClose } = props
  const [alike, setAlike] = useState<readonly DuplicateFile[]>([])
  const submit = (acceptDuplicates = false) =>
    form.save(
      (values) => send({ ...values, acceptDuplicates }),
      () => {
        toast.success(props.saved)
        onClose()
      },
      {
        explain: (error) => {
          const suspected = error.is(patientErrors.PATIENT_SUSPECTED_DUPLICATE)
          setAlike((suspected && (error.data as { duplicates?: DuplicateFile[] } | null)?.duplicates) || [])
          return suspected ? null : undefined
        },
      },
    )()
  return (
    <FormDialog
      title={`${props.title}　${props.file.name}`}
      width={480}
      form={form}
      onClose={onClose}
      onSubmit={() => submit()}
      submitText="保存"
      submitDisabled={props.blocked}
    >
      {alike.length > 0 && (
        <DuplicatePanel
          files={alike}
          busy={form.sending}
          ignoreText="仍然保存"
          onUse={props.onUse}
          onIgnore={() => void submit(true)}
        />
      )}
      {props.children}
    </FormDialog>
  )
}

/** Another phone number for a file. */
export function PhoneDialog(props: DialogProps) {
  const { file } = props
  const change = useSend(calls.updatePhone, { refresh: centreReads })
  const form = useCallForm(calls.updatePhone, {
    defaultValues: {
      id: file.id,
      version: file.version,
      mobile: file.mobile ?? '',
      mobileOwner: (file.mobileOwner ?? 1) as 1,
    },
  })
  return (
    <IdentityForm {...props} title="修改手机号" saved="手机号已修改" form={form} send={change.mutateAsync}>
      <Field label="手机号" required error={form.errorOf('mobile')}>
        <TextField inputMode="tel" maxLength={11} autoFocus {...form.register('mobile')} />
      </Field>
      <Picked form={form} name="mobileOwner" label="机主">
        {(field) => <Select options={numberOptions(mobileOwnerNames)} {...field} />}
      </Picked>
    </IdentityForm>
  )
}

/** The identity document of a file: what the number says is shown before it is taken over. */
export function IdentityDialog(props: DialogProps) {
  const { file } = props
  const change = useSend(calls.identityUpdate, { refresh: centreReads })
  const form = useCallForm(calls.identityUpdate, {
    defaultValues: {
      id: file.id,
      version: file.version,
      idType: (file.idType ?? 1) as 1,
      idNo: file.idNo ?? '',
    },
  })
  const [idNo = '', idType] = form.watch(['idNo', 'idType'])
  const whole = idType === 1 ? idNo.trim().length === 18 : idNo.trim().length >= 6
  const check = useCall(
    calls.identityCheck,
    { patientId: file.id, idNo: idNo.trim(), idType: idType ?? 1 },
    { enabled: whole, keep: false },
  ).data
  const differs =
    check?.birthDay && (check.birthDay !== file.birthDay || (check.gender !== null && check.gender !== file.gender))
  return (
    <IdentityForm
      {...props}
      title="登记证件"
      saved="证件已登记"
      form={form}
      send={change.mutateAsync}
      blocked={check?.taken !== null && check !== undefined}
    >
      <Picked form={form} name="idType" label="证件类型">
        {(field) => <Select options={numberOptions(idTypeNames)} {...field} />}
      </Picked>
      <Field label="证件号" required error={form.errorOf('idNo') ?? (check?.problem || undefined)}>
        <TextField maxLength={30} autoFocus {...form.register('idNo')} />
      </Field>
      {check?.taken && (
        <Notice tone="danger" icon="ban">
          该证件号已建档：{check.taken.name}（病历号 {check.taken.medicalNumber}）
        </Notice>
      )}
      {check?.birthDay && !check.taken && (
        <Notice tone={differs ? 'wait' : 'brand'} icon={differs ? 'alert' : 'check-circle'}>
          证件上：{genderNames[check.gender ?? 2]}，{check.birthDay} 出生
          {differs && `。档案里是 ${genderNames[file.gender]}，${file.birthDay ?? '没有生日'}，保存后以证件为准`}
        </Notice>
      )}
    </IdentityForm>
  )
}
