import { workStates } from '@dentin/contract/staff'
import { useState } from 'react'
import { can } from '../../lib/permission.ts'
import { session } from '../../lib/session.ts'
import { Button, confirm, ErrorLine, Notice, PageHeader, SkeletonRows, Tag, TextButton, toast } from '../../ui/index.ts'
import { Drawer, MultiSelect } from '../../ui/heavy.ts'
import { EmployeeForm, type EmployeeFormHandle } from './EmployeeForm.tsx'
import { useEmployee, useInduction, useSetEmployment, useSetPosts, type Employee } from './hooks.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { labelIn } from './words.ts'
import s from './staff.module.css'

/** One member of staff at the side: what is written down, the posts in each clinic, and whether they are at work. */
export function EmployeeDrawer({
  id,
  clinicId,
  onClose,
}: {
  /** null: somebody new. */
  id: string | null
  clinicId: string | null
  onClose: () => void
}) {
  return id === null ? (
    <NewEmployee clinicId={clinicId} onClose={onClose} />
  ) : (
    <KnownEmployee id={id} onClose={onClose} />
  )
}

async function mayClose(handle: EmployeeFormHandle | null): Promise<boolean> {
  return (
    !handle?.isDirty ||
    (await confirm({ title: '关闭填写中的员工资料？', body: '没有保存的内容会丢失。', okText: '关闭' }))
  )
}

function NewEmployee({ clinicId, onClose }: { clinicId: string | null; onClose: () => void }) {
  const [handle, setHandle] = useState<EmployeeFormHandle | null>(null)
  return (
    <Drawer
      open
      sticky
      width={560}
      title="登记员工"
      onClose={() => void mayClose(handle).then((yes) => yes && onClose())}
      footer={<SaveBar handle={handle} text="登记" />}
    >
      <div className={s.fields}>
        <Notice icon="info">
          用于没有账号的员工。有手机的员工请自己注册后申请关联；手机号与这里登记的相同时，会并为同一人。
        </Notice>
        <EmployeeForm employee={null} clinicId={clinicId} onHandle={setHandle} onDone={onClose} />
      </div>
    </Drawer>
  )
}

function SaveBar({ handle, text }: { handle: EmployeeFormHandle | null; text: string }) {
  return (
    <div className={s.foot}>
      <Button variant="primary" busy={handle?.busy} disabled={!handle} onClick={() => handle?.submit()}>
        {text}
      </Button>
    </div>
  )
}

function KnownEmployee({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useEmployee(id)
  const [handle, setHandle] = useState<EmployeeFormHandle | null>(null)
  const mayEdit = can('/baseEmployee:edit') && (data?.clinics.some((each) => each.mayEdit) ?? false)
  return (
    <Drawer
      open
      sticky={handle?.isDirty}
      width={560}
      title={data?.name ?? '员工'}
      onClose={() => void mayClose(handle).then((yes) => yes && onClose())}
      footer={mayEdit && <SaveBar handle={handle} text="保存资料" />}
    >
      {error ? (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          员工资料没有读到：{error.message}
        </ErrorLine>
      ) : data ? (
        <div className={s.fields}>
          <Employment employee={data} mayEdit={mayEdit} />
          <Posts employee={data} />
          <EmployeeForm
            key={data.id}
            employee={data}
            clinicId={null}
            readOnly={!mayEdit}
            onHandle={setHandle}
            onDone={() => void refetch()}
          />
        </div>
      ) : (
        <SkeletonRows rows={8} height={56} />
      )}
    </Drawer>
  )
}

/** At work, on leave or gone, and the steps between. */
function Employment({ employee, mayEdit }: { employee: Employee; mayEdit: boolean }) {
  const { workStatuses } = useInduction()
  const setEmployment = useSetEmployment()
  const [leaving, setLeaving] = useState<'suspend' | 'dismiss' | 'clinic' | null>(null)
  const { workStatus } = employee
  const active = employee.clinics.filter((each) => each.active)
  const here = session.get()?.clinicId
  const resume = () =>
    setEmployment.mutate(
      { id: employee.id, version: employee.version, workStatus: 1, reason: '' },
      { onSuccess: () => toast.success('已恢复在职'), onError: (error) => toast.error(error.message) },
    )
  const tone = workStates.is(workStatus, 'working') ? 'done' : workStates.is(workStatus, 'away') ? 'wait' : 'muted'
  return (
    <section className={s.block}>
      <PageHeader
        level={3}
        title="任职"
        ruled
        actions={
          mayEdit &&
          !employee.isMe && (
            <>
              {workStates.is(workStatus, 'working') && (
                <TextButton onClick={() => setLeaving('suspend')}>停职/休假</TextButton>
              )}
              {(workStates.is(workStatus, 'away') || (workStates.is(workStatus, 'left') && !employee.hasAccount)) && (
                <TextButton disabled={setEmployment.isPending} onClick={resume}>
                  恢复在职
                </TextButton>
              )}
              {!workStates.is(workStatus, 'left') &&
                active.length > 1 &&
                active.some((each) => each.clinicId === here) && (
                  <TextButton tone="danger" onClick={() => setLeaving('clinic')}>
                    离开本门诊
                  </TextButton>
                )}
              {!workStates.is(workStatus, 'left') && (
                <TextButton tone="danger" onClick={() => setLeaving('dismiss')}>
                  离职
                </TextButton>
              )}
            </>
          )
        }
      />
      <p className={s.facts}>
        <Tag tone={tone}>{labelIn(workStatuses, workStatus)}</Tag>
        <span className="t-13 secondary">
          {[
            employee.entryDate && `${employee.entryDate} 入职`,
            employee.leaveDate && `${employee.leaveDate} 离职`,
            employee.hasAccount ? '已关联账号' : '没有账号，不能登录',
            employee.signatureSince ? `签名图 ${employee.signatureSince.slice(0, 10)} 起` : '没有签名图',
          ]
            .filter(Boolean)
            .join('　')}
        </span>
      </p>
      {workStates.is(workStatus, 'left') && employee.hasAccount && (
        <p className="t-13 secondary">再次入职请由本人重新申请关联；历史单据仍显示姓名。</p>
      )}
      {leaving && <LeaveDialog employee={employee} how={leaving} onClose={() => setLeaving(null)} />}
    </section>
  )
}

/** The posts in each clinic; saved as soon as they are chosen. */
function Posts({ employee }: { employee: Employee }) {
  const { posts } = useInduction()
  const setPosts = useSetPosts()
  const [refusal, setRefusal] = useState<{ clinicId: string; message: string } | null>(null)
  const active = employee.clinics.filter((each) => each.active)
  if (active.length === 0) return null
  return (
    <section className={s.block}>
      <PageHeader level={3} title="岗位" sub="选中即生效，本人下一步操作起按新岗位" ruled />
      {active.map((place) => {
        const held = place.posts.map((post) => post.id)
        return (
          <div key={place.clinicId} className={s.postLine}>
            <span className={s.postClinic}>{place.clinicName}</span>
            {place.mayEdit && can('/baseEmployee:edit') ? (
              <MultiSelect
                label={`在${place.clinicName}的岗位`}
                options={posts.map((post) => ({
                  value: post.id,
                  label: post.name,
                  disabled: !post.mayGive && !held.includes(post.id),
                }))}
                value={held}
                loading={setPosts.isPending}
                disabled={setPosts.isPending}
                invalid={refusal?.clinicId === place.clinicId}
                onChange={(postIds) => {
                  setRefusal(null)
                  setPosts.mutate(
                    { id: employee.id, clinicId: place.clinicId, postIds },
                    {
                      onSuccess: () => toast.success('岗位已更新'),
                      onError: (error) => setRefusal({ clinicId: place.clinicId, message: error.message }),
                    },
                  )
                }}
              />
            ) : (
              <span>{place.posts.map((post) => post.name).join('、') || '—'}</span>
            )}
            {refusal?.clinicId === place.clinicId && <ErrorLine>{refusal.message}</ErrorLine>}
          </div>
        )
      })}
    </section>
  )
}
