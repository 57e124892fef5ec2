import type { WireInput } from '@dentin/contract/core/call'
import { qualification } from '@dentin/contract/qualification'
import { useFieldArray, type FieldValues } from 'react-hook-form'
import { useCallForm, type CallForm } from '../../lib/form.ts'
import { Button, FormSection, PageHeader, TextButton } from '../../ui/index.ts'
import { LicenceFields, OrganisationFields, PlaceFields } from './OrganisationFields.tsx'
import { PapersForm } from './PapersForm.tsx'
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
const empty = { companyName: '', legalPerson: '', principal: '', diagnosisSubjects: '口腔科', ...emptyBranch }

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
  const isMain = chain ? (1 as const) : (0 as const)
  const form = useCallForm(qualification.createClinicAuth, {
    defaultValues: {
      ...empty,
      ...from,
      isMain,
      branchList: chain ? branches.map((each) => ({ ...each })) : [],
    } as Partial<OrganisationInput>,
    keep,
  })
  const fields = form as unknown as CallForm<FieldValues>
  return (
    <PapersForm
      form={form}
      unsent="机构资料还没有提交"
      restored={(kept) => ({ ...kept, isMain })}
      send={onSubmit}
      submitText={submitText}
      onCancel={onCancel}
    >
      <OrganisationFields form={fields} chain={chain} />
      {chain && <Branches form={fields} />}
    </PapersForm>
  )
}

function Branches({ form }: { form: CallForm<FieldValues> }) {
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
