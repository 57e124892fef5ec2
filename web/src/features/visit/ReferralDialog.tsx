import { registrationStates } from '@dentin/contract/core/status'
import { clinic } from '@dentin/contract/clinic'
import { visit } from '@dentin/contract/visit'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDict } from '../../lib/dict.ts'
import { useCallForm } from '../../lib/form.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { Field, Segmented, TextArea, TextField, toast, UsualWords } from '../../ui/index.ts'
import { FormDialog, Picked, Select } from '../../ui/heavy.ts'
import { PendingFiles, sendFiles } from './Attachments.tsx'
import { useReceptionOptions, visitReads } from './hooks.ts'

const HOUSE = 1
const BRANCH = 2
const OUTSIDE = 3
type Kind = typeof HOUSE | typeof BRANCH | typeof OUTSIDE

/** Hands a patient on: to another doctor, to another clinic of the company, or with a letter to a hospital. */
export function ReferralDialog({
  visit: one,
  onDone,
  onClose,
}: {
  visit: { id: string; name: string; doctorId: string; status: number }
  onDone: (text: string) => void
  onClose: () => void
}) {
  // Within the house and to a branch only before the treatment is over; a letter at any time of the visit.
  const handsOn = registrationStates.is(one.status, 'inHouse')
  const [kind, setKind] = useState<Kind>(handsOn ? HOUSE : OUTSIDE)
  const navigate = useNavigate()
  const doctors = useReceptionOptions()
  const clinics = useCall(clinic.others, {}, { staleTime: 60_000 })
  const within = useSend(visit.referral, { refresh: [...visitReads] })
  const beyond = useSend(visit.referOut, { refresh: [...visitReads] })
  const house = useCallForm(visit.referral, { defaultValues: { id: one.id, toDoctorId: '', reason: '' } })
  const out = useCallForm(visit.referOut, {
    defaultValues: {
      registrationId: one.id,
      kind: BRANCH,
      toClinicId: null,
      toDoctorId: null,
      toHospital: '',
      reason: '',
      summary: '',
    },
  })
  const { words, first } = useDict('transfer_reason')
  // The reason that the house begins with, once it is known and as long as nothing else was said.
  useEffect(() => {
    if (!first) return
    if (!house.getValues('reason')) house.setValue('reason', first)
    if (!out.getValues('reason')) out.setValue('reason', first)
  }, [first, house, out])
  const [files, setFiles] = useState<File[]>([])
  // The dialog stays until they are up: whoever leaves the page before is asked.
  const sendHouse = house.save(
    async (input) => {
      const made = await within.mutateAsync(input)
      await sendFiles(made.referralId, files)
      return made
    },
    ({ queueNo }) => {
      onDone(`已转诊，${queueNo} 号`)
      onClose()
    },
  )
  const sendOut = out.save(
    async (input) => {
      const made = await beyond.mutateAsync(input)
      await sendFiles(made.id, files)
      return made
    },
    ({ id }) => {
      onDone(kind === BRANCH ? '已转出，等待对方接收' : '转诊单已写好')
      toast.success(kind === BRANCH ? '已转出，等待对方接收' : '转诊单已写好', {
        action: { label: '打印转诊单', onClick: () => void navigate(`/referralRecord/print?id=${id}`) },
      })
      onClose()
    },
    {
      check: ({ toClinicId, toHospital }) => {
        if (kind === BRANCH && !toClinicId) out.setError('toClinicId', { message: '请选择转入门诊' })
        else if (kind === OUTSIDE && !toHospital?.trim()) out.setError('toHospital', { message: '请填写转往的医院' })
        else return true
        return false
      },
    },
  )
  const choose = (next: Kind) => {
    setKind(next)
    if (next === HOUSE) return
    out.setValue('kind', next)
    out.clearErrors()
  }
  const branches = clinics.data ?? []
  const toClinicId = out.watch('toClinicId')
  const there = branches.find((each) => each.id === toClinicId)?.doctors ?? []
  return (
    <FormDialog
      sticky
      form={kind === HOUSE ? house : out}
      title={`${one.name} 转诊`}
      submitText={kind === OUTSIDE ? '写转诊单' : '转诊'}
      onSubmit={kind === HOUSE ? sendHouse : sendOut}
      onClose={onClose}
    >
      <Segmented
        block
        label="转诊方式"
        options={[
          { value: HOUSE, label: '院内医生', disabled: !handsOn },
          {
            value: BRANCH,
            label: '其他门诊',
            disabled: !handsOn || (clinics.data !== undefined && branches.length === 0),
          },
          { value: OUTSIDE, label: '外院' },
        ]}
        value={kind}
        onChange={choose}
      />
      {kind === HOUSE && (
        <>
          <Picked form={house} name="toDoctorId" label="转给" required>
            {(field) => (
              <Select
                options={(doctors.data?.doctors ?? [])
                  .filter((each) => each.id !== one.doctorId)
                  .map((each) => ({
                    value: each.id,
                    label: each.name,
                    hint: [each.deptName, each.waiting ? `候 ${each.waiting}` : '无候诊'].filter(Boolean).join('　'),
                  }))}
                loading={doctors.isPending}
                {...field}
                value={field.value || null}
                onChange={(value) => field.onChange(value ?? '')}
              />
            )}
          </Picked>
          <Picked form={house} name="reason" label="转诊原因" required>
            {(field) => <UsualWords words={words} maxLength={100} {...field} value={field.value ?? ''} />}
          </Picked>
        </>
      )}
      {kind === BRANCH && (
        <>
          <Picked form={out} name="toClinicId" label="转入门诊" required>
            {(field) => (
              <Select
                options={branches.map((each) => ({ value: each.id, label: each.name }))}
                loading={clinics.isPending}
                {...field}
                value={field.value ?? null}
                onChange={(value) => {
                  field.onChange(value)
                  out.setValue('toDoctorId', null)
                }}
              />
            )}
          </Picked>
          <Picked form={out} name="toDoctorId" label="转入医生">
            {(field) => (
              <Select
                clearable
                placeholder="由对方门诊安排"
                options={there.map((each) => ({ value: each.id, label: each.name }))}
                disabled={!toClinicId}
                {...field}
                value={field.value ?? null}
              />
            )}
          </Picked>
        </>
      )}
      {kind === OUTSIDE && (
        <Field label="转往医院" required error={out.errorOf('toHospital')}>
          <TextField maxLength={60} placeholder="医院和科室" {...out.register('toHospital')} />
        </Field>
      )}
      {kind !== HOUSE && (
        <>
          <Picked form={out} name="reason" label="转诊原因" required>
            {(field) => <UsualWords words={words} maxLength={100} {...field} value={field.value ?? ''} />}
          </Picked>
          <Field label="病情摘要" error={out.errorOf('summary')}>
            <TextArea
              rows={4}
              maxLength={1000}
              placeholder="主诉、检查所见、初步诊断、已做的处理、用药和过敏"
              {...out.register('summary')}
            />
          </Field>
        </>
      )}
      <Field label="附件" group help="图片或 pdf，每个 10M 以内，最多 9 个">
        <PendingFiles files={files} onChange={setFiles} />
      </Field>
    </FormDialog>
  )
}
