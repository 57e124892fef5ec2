import { Compare, Facts } from './Compare.tsx'
import type { DoctorAuth } from './hooks.ts'
import { PictureView } from './Pictures.tsx'
import s from './qualification.module.css'

/** What a doctor hands in, as it is read. */
export type DoctorPapersShown = Pick<
  DoctorAuth,
  'realName' | 'titlePost' | 'practiceCertNo' | 'practiceScope' | 'certExpire' | 'idCardPath' | 'certPath'
>

function Pictures({ papers }: { papers: DoctorPapersShown }) {
  const all = [
    ...papers.idCardPath.map((each, n) => ({ path: each.path, label: n === 0 ? '身份证人像面' : '身份证国徽面' })),
    ...papers.certPath.map((each, n) => ({ path: each.path, label: `证书 ${n + 1}` })),
  ]
  if (all.length === 0) return <p className="t-13 tertiary">没有照片：资料是从原系统转入的。</p>
  return (
    <div className={s.pictures}>
      {all.map(({ path, label }) => (
        <PictureView key={path} path={path} label={label} />
      ))}
    </div>
  )
}

const words: readonly [label: string, of: (papers: DoctorPapersShown) => string][] = [
  ['姓名', (papers) => papers.realName],
  ['职称', (papers) => papers.titlePost],
  ['执业证号', (papers) => papers.practiceCertNo],
  ['执业范围', (papers) => papers.practiceScope],
  ['证书有效期', (papers) => papers.certExpire ?? ''],
]

/** A doctor's papers to read. */
export function DoctorPapers({ papers }: { papers: DoctorPapersShown }) {
  return (
    <>
      <Facts facts={words.map(([label, of]) => ({ label, value: of(papers) }))} />
      <Pictures papers={papers} />
    </>
  )
}

/** What is in force beside the change that waits. */
export function ComparedDoctor({ before, after }: { before: DoctorPapersShown; after: DoctorPapersShown }) {
  const ids = (papers: DoctorPapersShown) => [...papers.idCardPath, ...papers.certPath].map((each) => each.path).join()
  return (
    <Compare
      facts={[
        ...words.map(([label, of]) => ({
          label,
          before: of(before),
          after: of(after),
          changed: of(before) !== of(after),
        })),
        {
          label: '证件照片',
          before: <Pictures papers={before} />,
          after: <Pictures papers={after} />,
          changed: ids(before) !== ids(after),
        },
      ]}
    />
  )
}
