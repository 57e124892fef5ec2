import { useState, type ReactNode } from 'react'
import { Button, ErrorLine, Notice, PageHeader, SkeletonRows } from '../../ui/index.ts'
import { Compare, Facts, type ComparedFact } from './Compare.tsx'
import { DoctorForm } from './DoctorForm.tsx'
import { useChangeDoctor, useDoctorAuth, useResubmitDoctor, useSubmitDoctor, type DoctorAuth as Auth } from './hooks.ts'
import { PictureView } from './Pictures.tsx'
import { DoctorTag, momentWords } from './words.tsx'
import s from './qualification.module.css'

function Pictures({ papers }: { papers: Auth }) {
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

const words: readonly [label: string, of: (papers: Auth) => string][] = [
  ['姓名', (papers) => papers.realName],
  ['职称', (papers) => papers.titlePost],
  ['执业证号', (papers) => papers.practiceCertNo],
  ['执业范围', (papers) => papers.practiceScope],
  ['证书有效期', (papers) => papers.certExpire ?? ''],
]

function Papers({ papers }: { papers: Auth }) {
  return (
    <>
      <Facts facts={words.map(([label, of]) => ({ label, value: of(papers) }))} />
      <Pictures papers={papers} />
    </>
  )
}

function comparedFacts(before: Auth, after: Auth): ComparedFact[] {
  const ids = (papers: Auth) => [...papers.idCardPath, ...papers.certPath].map((each) => each.path).join()
  return [
    ...words.map(([label, of]) => ({ label, before: of(before), after: of(after), changed: of(before) !== of(after) })),
    {
      label: '证件照片',
      before: <Pictures papers={before} />,
      after: <Pictures papers={after} />,
      changed: ids(before) !== ids(after),
    },
  ]
}

/** Doctor certification: its state, the papers in force, a change beside them, and the form that goes with the state. */
export function DoctorAuth() {
  const { auth, pending } = useDoctorAuth()
  const submit = useSubmitDoctor()
  const resubmit = useResubmitDoctor()
  const change = useChangeDoctor()
  const [changing, setChanging] = useState(false)
  const papers = auth.data
  if (!papers)
    return (
      <div className={s.column}>
        {auth.error ? (
          <ErrorLine onRetry={() => void auth.refetch()} retrying={auth.isFetching}>
            认证资料没有读到：{auth.error.message}
          </ErrorLine>
        ) : (
          <SkeletonRows rows={6} />
        )}
      </div>
    )
  const { authStatus, hasUpdated, rejectReason } = papers
  const head = (extra?: ReactNode) => (
    <div className={s.head}>
      <DoctorTag status={authStatus} />
      {papers.submittedAt && (
        <span className="t-13 secondary">
          {authStatus === 1 ? `${momentWords(papers.decidedAt)} 通过` : `${momentWords(papers.submittedAt)} 提交`}
        </span>
      )}
      {extra && <div className={s.end}>{extra}</div>}
    </div>
  )
  if (authStatus === -1)
    return (
      <div className={s.column}>
        <Notice tone="brand" icon="shield-check">
          提交身份证和医师证书，平台审核通过后您就是认证医生。
        </Notice>
        <DoctorForm from={papers} submitText="提交审核" onSubmit={(form) => submit.mutateAsync(form)} />
      </div>
    )
  if (authStatus === 2)
    return (
      <div className={s.column}>
        {head()}
        <Notice tone="danger" icon="alert-circle">
          未通过：{rejectReason}。请修改后重新提交。
        </Notice>
        <DoctorForm from={papers} submitText="重新提交" onSubmit={(form) => resubmit.mutateAsync(form)} />
      </div>
    )
  if (authStatus === 0)
    return (
      <div className={s.column}>
        {head()}
        <Notice tone="wait" icon="clock">
          资料审核中，审核结束前不能修改；结果会发到您的消息里。
        </Notice>
        <Papers papers={papers} />
      </div>
    )
  return (
    <div className={s.column}>
      {head(
        !changing && hasUpdated === 0 && (
          <Button icon="pencil" onClick={() => setChanging(true)}>
            变更资料
          </Button>
        ),
      )}
      {rejectReason && !changing && (
        <Notice tone="danger" icon="alert-circle">
          上次的变更未通过：{rejectReason}。原资料继续有效。
        </Notice>
      )}
      {changing ? (
        <>
          <Notice tone="brand">变更提交后由平台审核，通过前仍使用现在的资料。</Notice>
          <DoctorForm
            from={papers}
            submitText="提交变更"
            onSubmit={async (form) => {
              await change.mutateAsync(form)
              setChanging(false)
            }}
            onCancel={() => setChanging(false)}
          />
        </>
      ) : hasUpdated === 1 ? (
        <>
          <Notice tone="wait" icon="clock">
            变更审核中，通过前仍使用现在的资料。
          </Notice>
          <PageHeader title="资料对照" ruled />
          {pending?.data?.id ? (
            <Compare facts={comparedFacts(papers, pending.data)} />
          ) : pending?.error ? (
            <ErrorLine onRetry={() => void pending.refetch()}>变更没有读到：{pending.error.message}</ErrorLine>
          ) : (
            <SkeletonRows rows={5} />
          )}
        </>
      ) : (
        <Papers papers={papers} />
      )}
    </div>
  )
}
