import type { WireInput } from '@dentin/contract/core/call'
import { DEFAULT_MOST_PICTURES } from '@dentin/contract/core/pictures'
import { TITLES } from '@dentin/contract/core/titles'
import { qualification } from '@dentin/contract/qualification'
import { useCallForm } from '../../lib/form.ts'
import { Field, FormSection, TextField } from '../../ui/index.ts'
import { DatePicker, Picked, PictureSlot, PictureSlots, Select } from '../../ui/heavy.ts'
import { PapersForm } from './PapersForm.tsx'
import { pictureRef, type PictureRef } from './Pictures.tsx'
import type { DoctorAuth } from './hooks.ts'
import s from './qualification.module.css'

const SIDES = ['身份证人像面', '身份证国徽面'] as const

type DoctorInput = WireInput<typeof qualification.submitDoctorAuth>
type Slot = PictureRef | null
// Several pictures may be on their way at once: each is put into what the form holds when it arrives.
const slots = (list: readonly PictureRef[], length: number): Slot[] => Array.from({ length }, (_, n) => list[n] ?? null)

/** The form of a doctor's papers, for the first time, again or as a change. Problems stand beside their fields. */
export function DoctorForm({
  from,
  submitText,
  onSubmit,
  onCancel,
}: {
  /** What stands in it at the beginning. */
  from: DoctorAuth
  submitText: string
  onSubmit: (papers: DoctorInput) => Promise<unknown>
  onCancel?: () => void
}) {
  const form = useCallForm(qualification.submitDoctorAuth, {
    defaultValues: {
      realName: from.realName,
      titlePost: (from.titlePost || undefined) as (typeof TITLES)[number] | undefined,
      idCardPath: slots(from.idCardPath, 2) as PictureRef[],
      certPath: from.certPath,
      practiceCertNo: from.practiceCertNo,
      practiceScope: from.practiceScope,
      certExpire: from.certExpire,
    },
    keep: 'doctor-auth',
  })
  return (
    <PapersForm
      form={form}
      unsent="医生认证资料还没有提交"
      send={(values) => onSubmit(wireOf(values))}
      submitText={submitText}
      onCancel={onCancel}
    >
      <div>
        <FormSection title="基本资料">
          <Field label="姓名" required error={form.errorOf('realName')} help="与身份证一致">
            <TextField maxLength={20} autoComplete="name" {...form.register('realName')} />
          </Field>
          <Picked form={form} name="titlePost" label="职称" required>
            {(field) => (
              <Select
                options={TITLES.map((title) => ({ value: title, label: title }))}
                {...field}
                placeholder="选择职称"
              />
            )}
          </Picked>
          <Field label="执业证号" error={form.errorOf('practiceCertNo')} help="15 位数字，在医师执业证上">
            <TextField maxLength={15} inputMode="numeric" {...form.register('practiceCertNo')} />
          </Field>
          <Field label="执业范围" error={form.errorOf('practiceScope')}>
            <TextField maxLength={50} placeholder="如 口腔" {...form.register('practiceScope')} />
          </Field>
          <Picked form={form} name="certExpire" label="证书有效期" help="证书上没有有效期的，不用填">
            {(field) => <DatePicker {...field} />}
          </Picked>
        </FormSection>
        <FormSection title="证件照片" columns={1}>
          <Picked
            form={form}
            name="idCardPath"
            label="身份证"
            required
            group
            help="人像面和国徽面各一张，边角完整、字迹清楚。jpeg、jpg、png，每张 10M 以内；照片里的拍摄信息会被去掉。"
          >
            {(field) => (
              <div className={s.pictures}>
                {SIDES.map((label, n) => {
                  const list = (field.value ?? []) as Slot[]
                  return (
                    <PictureSlot
                      key={label}
                      label={label}
                      value={list[n]?.path ?? null}
                      invalid={Boolean(form.errorOf('idCardPath')) && !list[n]}
                      onChange={(path) => {
                        const next = slots(form.getValues('idCardPath') as PictureRef[], 2)
                        next[n] = path ? pictureRef(path) : null
                        field.onChange(next)
                      }}
                    />
                  )
                })}
              </div>
            )}
          </Picked>
          <Picked
            form={form}
            name="certPath"
            label="医师资格证、医师执业证"
            required
            group
            help={`至多 ${DEFAULT_MOST_PICTURES} 张：资格证、执业证，以及需要时的职称证书。`}
          >
            {(field) => (
              <PictureSlots
                label="证书"
                value={((field.value ?? []) as PictureRef[]).map(({ path }) => path)}
                invalid={Boolean(form.errorOf('certPath'))}
                onChange={(change) =>
                  field.onChange(change(form.getValues('certPath').map(({ path }) => path)).map(pictureRef))
                }
              />
            )}
          </Picked>
        </FormSection>
      </div>
    </PapersForm>
  )
}

/** What is sent: an empty day is none. */
function wireOf(values: DoctorInput): DoctorInput {
  return { ...values, certExpire: values.certExpire || null }
}
