import { authStates } from '@dentin/contract/core/status'
import { useState, type ReactNode } from 'react'
import { Button, ErrorLine, Notice, PageHeader, SkeletonRows } from '../../ui/index.ts'
import { DoctorForm } from './DoctorForm.tsx'
import { ComparedDoctor, DoctorPapers } from './DoctorPapers.tsx'
import { useChangeDoctor, useDoctorAuth, useResubmitDoctor, useSubmitDoctor } from './hooks.ts'
import { DoctorTag, momentWords } from './words.tsx'
import s from './qualification.module.css'

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
          {authStates.is(authStatus, 'passed')
            ? `${momentWords(papers.decidedAt)} 通过`
            : `${momentWords(papers.submittedAt)} 提交`}
        </span>
      )}
      {extra && <div className={s.end}>{extra}</div>}
    </div>
  )
  if (authStates.is(authStatus, 'none'))
    return (
      <div className={s.column}>
        <Notice tone="brand" icon="shield-check">
          提交身份证和医师证书，平台审核通过后您就是认证医生。
        </Notice>
        <DoctorForm from={papers} submitText="提交审核" onSubmit={(form) => submit.mutateAsync(form)} />
      </div>
    )
  if (authStates.is(authStatus, 'refused'))
    return (
      <div className={s.column}>
        {head()}
        <Notice tone="danger" icon="alert-circle">
          未通过：{rejectReason}。请修改后重新提交。
        </Notice>
        <DoctorForm from={papers} submitText="重新提交" onSubmit={(form) => resubmit.mutateAsync(form)} />
      </div>
    )
  if (authStates.is(authStatus, 'inReview'))
    return (
      <div className={s.column}>
        {head()}
        <Notice tone="wait" icon="clock">
          资料审核中，审核结束前不能修改；结果会发到您的消息里。
        </Notice>
        <DoctorPapers papers={papers} />
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
            <ComparedDoctor before={papers} after={pending.data} />
          ) : pending?.error ? (
            <ErrorLine onRetry={() => void pending.refetch()}>变更没有读到：{pending.error.message}</ErrorLine>
          ) : (
            <SkeletonRows rows={5} />
          )}
        </>
      ) : (
        <DoctorPapers papers={papers} />
      )}
    </div>
  )
}
