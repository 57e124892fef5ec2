import { useState, type ReactNode } from 'react'
import { useCan } from '../../lib/permission.ts'
import { Checkbox, EmptyState, ErrorLine, Field, SkeletonRows, toast } from '../../ui/index.ts'
import { Pager } from '../../ui/heavy.ts'
import { useOptOuts, useSetOptOut } from './hooks.ts'
import type { PickPatient } from './SendDialog.tsx'
import s from './sms.module.css'

/** Who wants no SMS, or no advertising: noted when somebody asks for it, taken back when they change their mind. */
export function OptOuts({ pickPatient }: { pickPatient: (pick: PickPatient) => ReactNode }) {
  const can = useCan()
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 })
  const found = useOptOuts(page)
  const set = useSetOptOut()
  const maySend = can('/SMSmanagement:send')
  const change = (patientId: string, smsOptOut: boolean, marketingOptOut: boolean) =>
    set.mutate(
      { patientId, smsOptOut, marketingOptOut },
      { onSuccess: () => toast.success('更新成功'), onError: (error) => toast.error(error.message) },
    )
  return (
    <div className={s.stack}>
      {maySend && (
        <Field label="登记拒收" help="选中后登记为不收营销短信，可在下面改为全部拒收">
          {pickPatient(({ id }) => change(id, false, true))}
        </Field>
      )}
      {found.error && !found.data ? (
        <ErrorLine onRetry={() => void found.refetch()}>拒收名单没有读到：{found.error.message}</ErrorLine>
      ) : !found.data ? (
        <SkeletonRows rows={5} double />
      ) : found.data.list.length === 0 ? (
        <EmptyState layout="stack" icon="check-circle" title="没有拒收的患者" hint="患者回复 R 后会自动登记" />
      ) : (
        <>
          {found.data.list.map((each) => (
            <div key={each.patientId} className={s.person}>
              <span className={s.personWords}>
                <span className="t-14 bold">{each.name}</span>
                <span className="t-12 tertiary num">
                  {each.mobile || '没有手机号'}　{each.medicalNumber}
                </span>
              </span>
              <Checkbox
                checked={each.marketingOptOut}
                disabled={!maySend || set.isPending}
                onChange={(event) => change(each.patientId, each.smsOptOut, event.target.checked)}
              >
                不收营销
              </Checkbox>
              <Checkbox
                checked={each.smsOptOut}
                disabled={!maySend || set.isPending}
                onChange={(event) => change(each.patientId, event.target.checked, each.marketingOptOut)}
              >
                全部拒收
              </Checkbox>
            </div>
          ))}
          {found.data.total > page.pageSize && (
            <Pager
              page={page.pageNum}
              pageSize={page.pageSize}
              total={found.data.total}
              onChange={(pageNum, pageSize) => setPage({ pageNum, pageSize })}
            />
          )}
        </>
      )}
    </div>
  )
}
