import { ErrorLine, LinkButton, Notice, Skeleton } from '../../ui/index.ts'
import { Steps } from './Guide.tsx'
import { useDoctorAuth, type DoctorAuth } from './hooks.ts'
import { DoctorTag, momentWords } from './words.tsx'
import s from './qualification.module.css'

const next: Readonly<Record<number, { words: (auth: DoctorAuth) => string; button: string; primary: boolean }>> = {
  [-1]: { words: () => '您还没有提交医生认证。', button: '开始认证', primary: true },
  0: { words: (auth) => `资料审核中，${momentWords(auth.submittedAt)} 提交。`, button: '查看资料', primary: false },
  1: { words: () => '您已是认证医生。', button: '查看或变更资料', primary: false },
  2: { words: (auth) => `未通过：${auth.rejectReason ?? ''}`, button: '修改后重新提交', primary: true },
}

/** The way to become a certified doctor: where one stands and what comes next. */
export function DoctorGuide() {
  const { auth } = useDoctorAuth()
  const step = auth.data ? next[auth.data.authStatus] : undefined
  return (
    <div className={s.column}>
      {auth.error && !auth.data ? (
        <ErrorLine onRetry={() => void auth.refetch()} retrying={auth.isFetching}>
          认证状态没有读到：{auth.error.message}
        </ErrorLine>
      ) : auth.data && step ? (
        <div className={s.head}>
          <DoctorTag status={auth.data.authStatus} />
          <span>{step.words(auth.data)}</span>
          <div className={s.end}>
            <LinkButton to="/userDoctor" variant={step.primary ? 'primary' : 'default'}>
              {step.button}
            </LinkButton>
          </div>
        </div>
      ) : (
        <Skeleton height={40} />
      )}
      {auth.data?.hasUpdated === 1 && (
        <Notice tone="wait" icon="clock">
          您提交的变更正在审核，通过前仍使用现在的资料。
        </Notice>
      )}
      <Steps
        title="怎样认证"
        steps={[
          {
            name: '准备照片',
            does: '身份证人像面和国徽面；医师资格证和医师执业证，至多 3 张。每张 10M 以内，jpeg、jpg 或 png。',
          },
          { name: '填写并提交', does: '姓名、职称，以及执业证号、执业范围。提交后在审核结束前不能修改。' },
          { name: '等待审核', does: '结果会发到您的消息里。未通过会写明理由，修改后可以重新提交。' },
          { name: '以后有变化', does: '随时可以提交变更；审核通过前，原资料继续有效。' },
        ]}
      />
    </div>
  )
}
