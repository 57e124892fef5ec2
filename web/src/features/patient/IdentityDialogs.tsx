import {
  genderNames,
  idTypeNames,
  mobileOwnerNames,
  patient as calls,
  type DuplicateFile,
} from '@dentin/contract/patient'
import { useState } from 'react'
import type { ApiError } from '../../lib/client.ts'
import { useCallForm } from '../../lib/form.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { FormDialog, Picked, Select } from '../../ui/heavy.ts'
import { Field, Notice, TextField, toast } from '../../ui/index.ts'
import { DuplicatePanel } from './DuplicatePanel.tsx'
import { centreReads, type PatientFile } from './hooks.ts'

const SUSPECTED_DUPLICATE = 22003
const optionsOf = (names: Record<number, string>) =>
  Object.entries(names).map(([value, label]) => ({ value: Number(value), label }))

interface DialogProps {
  file: PatientFile
  onClose: () => void
  /** Another file is to be used instead. */
  onUse: (id: string) => void
}

/** Files that may be the same person, out of a refusal; null when it is about something else. */
const duplicatesOf = (error: ApiError): readonly DuplicateFile[] | null =>
  error.code === SUSPECTED_DUPLICATE
    ? ((error.data as { duplicates?: DuplicateFile[] } | null)?.duplicates ?? [])
    : null

/** Another phone number for a file. */
export function PhoneDialog({ file, onClose, onUse }: DialogProps) {
  const [alike, setAlike] = useState<readonly DuplicateFile[]>([])
  const change = useSend(calls.updatePhone, { refresh: centreReads })
  const form = useCallForm(calls.updatePhone, {
    defaultValues: {
      id: file.id,
      version: file.version,
      mobile: file.mobile ?? '',
      mobileOwner: (file.mobileOwner ?? 1) as 1,
    },
  })
  const submit = (acceptDuplicates = false) =>
    form.save(
      (values) => change.mutateAsync({ ...values, acceptDuplicates }),
      () => {
        toast.success('手机号已修改')
        onClose()
      },
      {
        explain: (error) => {
          const found = duplicatesOf(error)
          setAlike(found ?? [])
          return found ? null : undefined
        },
      },
    )()
  return (
    <FormDialog
      title={`修改手机号　${file.name}`}
      width={480}
      form={form}
      onClose={onClose}
      onSubmit={() => submit()}
      submitText="保存"
    >
      {alike.length > 0 && (
        <DuplicatePanel
          files={alike}
          busy={form.sending}
          ignoreText="仍然保存"
          onUse={onUse}
          onIgnore={() => void submit(true)}
        />
      )}
      <Field label="手机号" required error={form.errorOf('mobile')}>
        <TextField inputMode="tel" maxLength={11} autoFocus {...form.register('mobile')} />
      </Field>
      <Picked form={form} name="mobileOwner" label="机主">
        {(field) => (
          <Select
            options={optionsOf(mobileOwnerNames)}
            value={field.value as number}
            onChange={(next) => field.onChange(next)}
          />
        )}
      </Picked>
    </FormDialog>
  )
}

/** The identity document of a file: what the number says is shown before it is taken over. */
export function IdentityDialog({ file, onClose, onUse }: DialogProps) {
  const [alike, setAlike] = useState<readonly DuplicateFile[]>([])
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
  const submit = (acceptDuplicates = false) =>
    form.save(
      (values) => change.mutateAsync({ ...values, acceptDuplicates }),
      () => {
        toast.success('证件已登记')
        onClose()
      },
      {
        explain: (error) => {
          const found = duplicatesOf(error)
          setAlike(found ?? [])
          return found ? null : undefined
        },
      },
    )()
  const differs =
    check?.birthDay && (check.birthDay !== file.birthDay || (check.gender !== null && check.gender !== file.gender))
  return (
    <FormDialog
      title={`登记证件　${file.name}`}
      width={480}
      form={form}
      onClose={onClose}
      onSubmit={() => submit()}
      submitText="保存"
      submitDisabled={check?.taken !== null && check !== undefined}
    >
      {alike.length > 0 && (
        <DuplicatePanel
          files={alike}
          busy={form.sending}
          ignoreText="仍然保存"
          onUse={onUse}
          onIgnore={() => void submit(true)}
        />
      )}
      <Picked form={form} name="idType" label="证件类型">
        {(field) => (
          <Select
            options={optionsOf(idTypeNames)}
            value={field.value as number}
            onChange={(next) => field.onChange(next)}
          />
        )}
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
    </FormDialog>
  )
}
