import type { WireInput } from '@dentin/contract/core/call'
import { qualification } from '@dentin/contract/qualification'
import { useState } from 'react'
import { useFieldArray, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useCallForm } from '../../lib/form.ts'
import { Button, ErrorLine, FormSection, Notice, PageHeader, TextButton, toast, useLeaveGuard } from '../../ui/index.ts'
import { LicenceFields, OrganisationFields, PlaceFields } from './OrganisationFields.tsx'
import type { BranchPapers, OrganisationPapers } from './hooks.ts'
import s from './qualification.module.css'

export type OrganisationInput = WireInput<typeof qualification.createClinicAuth>

const emptyBranch = {
  clinicName: '',
  clinicShortName: '',
  creditCode: '',
  businessLicense: null,
  permitNo: '',
  permitExpire: null,
  permitLicense: null,
  chairCount: null,
  province: '',
  city: '',
  district: '',
  address: '',
  phone: '',
}
const empty = { companyName: '', legalPerson: '', principal: '', diagnosisSubjects: '', ...emptyBranch }

/** The form of an organisation's papers: a new one, a branch, or changed licences. Problems stand beside their fields. */
export function OrganisationForm({
  kind,
  from,
  branches = [],
  keep,
  submitText,
  onSubmit,
  onCancel,
}: {
  /** chain: the first clinic of a chain, with its branches. */
  kind: 'single' | 'branch' | 'chain' | 'change'
  /** What stands in it at the beginning. */
  from: OrganisationPapers | null
  branches?: readonly BranchPapers[]
  /** Name under which an unsent form is kept. */
  keep: string
  submitText: string
  onSubmit: (papers: OrganisationInput) => Promise<unknown>
  onCancel?: () => void
}) {
  const chain = kind === 'chain'
  const form = useCallForm(qualification.createClinicAuth, {
    defaultValues: {
      ...empty,
      ...from,
      isMain: chain ? 1 : 0,
      branchList: chain ? branches.map((each) => ({ ...each })) : [],
    } as Partial<OrganisationInput>,
    keep,
  })
  const fields = form as unknown as UseFormReturn<FieldValues>
  const [failure, setFailure] = useState<string | null>(null)
  const [sent, setSent] = useState(false)
  const { isDirty, isSubmitting } = form.formState
  useLeaveGuard(isDirty && !sent, '机构资料还没有提交')
  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      setSent(true)
      await onSubmit(values)
      form.done()
      toast.success('提交成功')
    } catch (error) {
      setSent(false)
      if (!form.showErrors(error)) setFailure(error instanceof Error ? error.message : '没有提交，请重试')
    }
  })
  const kept = form.keptDraft
  return (
    <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      {kept && (
        <Notice
          icon="history"
          action={
            <>
              <TextButton
                onClick={() => {
                  form.reset({ ...kept, isMain: chain ? 1 : 0 }, { keepDefaultValues: true })
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
      <OrganisationFields form={fields} chain={chain} />
      {chain && <Branches form={fields} />}
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

function Branches({ form }: { form: UseFormReturn<FieldValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'branchList' })
  return (
    <section className={s.form}>
      <PageHeader
        title="分店"
        count={fields.length}
        ruled
        actions={
          <Button type="button" icon="plus" disabled={fields.length >= 50} onClick={() => append(emptyBranch)}>
            添加分店
          </Button>
        }
      />
      {fields.length === 0 && <p className="t-13 secondary">可以现在登记分店，也可以在总店开通后由管理员申请。</p>}
      {fields.map((field, n) => (
        <div key={field.id} className={s.branch}>
          <FormSection
            title={`分店 ${n + 1}`}
            extra={
              <TextButton tone="danger" icon="trash" onClick={() => remove(n)}>
                移除
              </TextButton>
            }
          >
            <PlaceFields form={form} at={`branchList.${n}.`} />
            <LicenceFields form={form} at={`branchList.${n}.`} />
          </FormSection>
        </div>
      ))}
    </section>
  )
}
