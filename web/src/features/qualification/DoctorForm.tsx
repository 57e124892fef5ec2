import type { WireInput } from '@dentin/contract/core/call'
import { qualification, TITLES } from '@dentin/contract/qualification'
import { useState } from 'react'
import { Controller, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useCallForm } from '../../lib/form.ts'
import {
  Button,
  ErrorLine,
  Field,
  FormSection,
  Notice,
  TextButton,
  TextField,
  toast,
  useLeaveGuard,
} from '../../ui/index.ts'
import { DatePicker, Select } from '../../ui/heavy.ts'
import { errorAt } from './errors.ts'
import { PictureSlot, pictureRef, type PictureRef } from './Pictures.tsx'
import type { DoctorAuth } from './hooks.ts'
import s from './qualification.module.css'

const SIDES = ['身份证人像面', '身份证国徽面'] as const
const MAX_CERTS = 3

type DoctorInput = WireInput<typeof qualification.submitDoctorAuth>
type Slot = PictureRef | null
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
  const [failure, setFailure] = useState<string | null>(null)
  const { isDirty, isSubmitting, errors } = form.formState
  const [sent, setSent] = useState(false)
  useLeaveGuard(isDirty && !sent, '医生认证资料还没有提交')
  const at = (name: string) => errorAt(errors as never, name)
  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      setSent(true)
      await onSubmit(wireOf(values))
      form.done()
      toast.success('提交成功')
    } catch (error) {
      setSent(false)
      if (!form.showErrors(error)) setFailure(error instanceof Error ? error.message : '没有提交，请重试')
    }
  })
  const kept = form.keptDraft
  const fields = form as unknown as UseFormReturn<FieldValues>
  return (
    <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      {kept && (
        <Notice
          icon="history"
          action={
            <>
              <TextButton
                onClick={() => {
                  form.reset(kept, { keepDefaultValues: true })
                  form.dropDraft()
                }}
              >
                恢复
              </TextButton>
              <TextButton tone="quiet" onClick={() => form.dropDraft()}>
                放弃
              </TextButton>
            </>
          }
        >
          上次填写的内容还没有提交。
        </Notice>
      )}
      <div>
        <FormSection title="基本资料">
          <Field label="姓名" required error={at('realName')} help="与身份证一致">
            <TextField maxLength={20} autoComplete="name" {...form.register('realName')} />
          </Field>
          <Field label="职称" required error={at('titlePost')}>
            <Controller
              control={fields.control}
              name="titlePost"
              render={({ field }) => (
                <Select
                  options={TITLES.map((title) => ({ value: title, label: title }))}
                  value={(field.value as (typeof TITLES)[number] | undefined) ?? null}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                  placeholder="选择职称"
                />
              )}
            />
          </Field>
          <Field label="执业证号" error={at('practiceCertNo')} help="15 位数字，在医师执业证上">
            <TextField maxLength={15} inputMode="numeric" {...form.register('practiceCertNo')} />
          </Field>
          <Field label="执业范围" error={at('practiceScope')}>
            <TextField maxLength={50} placeholder="如 口腔" {...form.register('practiceScope')} />
          </Field>
          <Field label="证书有效期" error={at('certExpire')} help="证书上没有有效期的，不用填">
            <Controller
              control={fields.control}
              name="certExpire"
              render={({ field }) => (
                <DatePicker
                  value={(field.value as string | null) ?? null}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                />
              )}
            />
          </Field>
        </FormSection>
        <FormSection title="证件照片" columns={1}>
          <Field
            label="身份证"
            required
            group
            error={at('idCardPath')}
            help="人像面和国徽面各一张，边角完整、字迹清楚。jpeg、jpg、png，每张 10M 以内；照片里的拍摄信息会被去掉。"
          >
            <Controller
              control={fields.control}
              name="idCardPath"
              render={({ field }) => (
                <div className={s.pictures}>
                  {SIDES.map((label, n) => {
                    const list = (field.value ?? []) as Slot[]
                    return (
                      <PictureSlot
                        key={label}
                        paperType="idCard"
                        label={label}
                        value={list[n]?.path ?? null}
                        invalid={Boolean(at('idCardPath')) && !list[n]}
                        onChange={(path) => {
                          const next = slots(list.filter(Boolean).length === 0 ? [] : (list as PictureRef[]), 2)
                          next[n] = path ? pictureRef(path) : null
                          field.onChange(next)
                        }}
                      />
                    )
                  })}
                </div>
              )}
            />
          </Field>
          <Field
            label="医师资格证、医师执业证"
            required
            group
            error={at('certPath')}
            help="至多 3 张：资格证、执业证，以及需要时的职称证书。"
          >
            <Controller
              control={fields.control}
              name="certPath"
              render={({ field }) => {
                const list = (field.value ?? []) as PictureRef[]
                return (
                  <div className={s.pictures}>
                    {list.map((each, n) => (
                      <PictureSlot
                        key={each.path}
                        paperType="cert"
                        label={`证书 ${n + 1}`}
                        value={each.path}
                        removable
                        invalid={false}
                        onChange={(path) =>
                          field.onChange(
                            path
                              ? list.map((old, m) => (m === n ? pictureRef(path) : old))
                              : list.filter((_, m) => m !== n),
                          )
                        }
                      />
                    ))}
                    {list.length < MAX_CERTS && (
                      <PictureSlot
                        key={`new-${list.length}`}
                        paperType="cert"
                        label={`证书 ${list.length + 1}`}
                        value={null}
                        invalid={Boolean(at('certPath')) && list.length === 0}
                        onChange={(path) => path && field.onChange([...list, pictureRef(path)])}
                      />
                    )}
                  </div>
                )
              }}
            />
          </Field>
        </FormSection>
      </div>
      {failure && <ErrorLine>{failure}</ErrorLine>}
      <div className={s.submit}>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {submitText}
        </Button>
        {onCancel && (
          <Button type="button" onClick={onCancel} disabled={isSubmitting}>
            取消
          </Button>
        )}
      </div>
    </form>
  )
}

/** What is sent: an empty day is none. */
function wireOf(values: DoctorInput): DoctorInput {
  return { ...values, certExpire: values.certExpire || null }
}
