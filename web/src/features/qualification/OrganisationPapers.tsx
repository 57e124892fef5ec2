import { PageHeader } from '../../ui/index.ts'
import { Compare, Facts, type ComparedFact } from './Compare.tsx'
import type { BranchPapers, OrganisationPapers as Papers } from './hooks.ts'
import { PictureView } from './Pictures.tsx'
import { placeWords } from './words.tsx'
import s from './qualification.module.css'

const PHONE = '门诊电话'
const clinicWords: readonly [label: string, of: (papers: BranchPapers) => string][] = [
  ['门诊名称', (papers) => papers.clinicName],
  ['门诊简称', (papers) => papers.clinicShortName],
  ['地址', placeWords],
  [PHONE, (papers) => papers.phone],
  ['牙椅数', (papers) => (papers.chairCount > 0 ? `${papers.chairCount} 台` : '')],
  ['统一社会信用代码', (papers) => papers.creditCode],
  ['许可证号或备案号', (papers) => papers.permitNo],
  ['许可证有效期至', (papers) => papers.permitExpire ?? ''],
]
const headWords: readonly [label: string, of: (papers: Papers) => string][] = [
  ['机构名称', (papers) => papers.companyName],
  ['法定代表人', (papers) => papers.legalPerson],
  ['主要负责人', (papers) => papers.principal],
  ['诊疗科目', (papers) => papers.diagnosisSubjects],
]

const allWords: readonly [label: string, of: (papers: Papers) => string][] = [...headWords, ...clinicWords]

function Pictures({ papers }: { papers: BranchPapers }) {
  return (
    <div className={s.pictures}>
      <PictureView path={papers.businessLicense?.path ?? null} label="营业执照" />
      <PictureView path={papers.permitLicense?.path ?? null} label="许可证或备案凭证" />
    </div>
  )
}

/** An organisation's papers to read, with its branches when it hands in several. */
export function OrganisationPapers({
  papers,
  branches = [],
  withPictures = true,
}: {
  papers: Papers
  branches?: readonly BranchPapers[]
  withPictures?: boolean
}) {
  const facts = allWords.map(([label, of]) => ({
    label,
    value: label === PHONE && papers.phone ? <a href={`tel:${papers.phone}`}>{papers.phone}</a> : of(papers),
  }))
  return (
    <>
      <Facts facts={facts} />
      {withPictures && <Pictures papers={papers} />}
      {branches.map((branch) => (
        <section key={branch.clinicName} className={s.form}>
          <PageHeader title={`分店　${branch.clinicName}`} level={3} ruled />
          <Facts facts={clinicWords.map(([label, of]) => ({ label, value: of(branch) }))} />
          <Pictures papers={branch} />
        </section>
      ))}
    </>
  )
}

/** What is in force beside the change that waits. */
export function ComparedPapers({
  before,
  after,
  withPictures,
}: {
  before: Papers
  after: Papers
  withPictures: boolean
}) {
  const ids = (papers: Papers) => `${papers.businessLicense?.path} ${papers.permitLicense?.path}`
  const facts: ComparedFact[] = allWords.map(([label, of]) => {
    const [was, will] = [of(before), of(after)]
    return { label, before: was, after: will, changed: was !== will }
  })
  if (withPictures)
    facts.push({
      label: '证照照片',
      before: <Pictures papers={before} />,
      after: <Pictures papers={after} />,
      changed: ids(before) !== ids(after),
    })
  return <Compare facts={facts} />
}
