import { ledgerIdentities } from '@dentin/contract/cockpit'
import { Drawer } from '../../ui/heavy.ts'
import { Button, EmptyState, ErrorLine, SkeletonRows, toast } from '../../ui/index.ts'
import { useMismatches, useRecheck } from './hooks.ts'
import c from './cockpit.module.css'
import s from './goals.module.css'

/** Where the ledger and the papers of clinics do not agree, and since when. */
export function LedgerCheckDrawer({ checks, onClose }: { checks: boolean; onClose: () => void }) {
  const { data, error, refetch } = useMismatches()
  const recheck = useRecheck()
  const again = async () => {
    const done = await recheck.mutateAsync({}).catch(() => null)
    if (done) toast.success(done.failing === 0 ? '账务相互一致' : `${done.failing} 项不一致`)
  }
  return (
    <Drawer open width={760} title="账务核对" onClose={onClose}>
      <div className={s.head}>
        <span className="t-13 secondary">每天凌晨核对一次：总账、账单、会员卡与班次是否相互一致</span>
        {checks && (
          <Button size="sm" icon="refresh" busy={recheck.isPending} onClick={() => void again()}>
            重新核对
          </Button>
        )}
      </div>
      {recheck.error && <ErrorLine>{recheck.error.message}</ErrorLine>}
      {error && !data && <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>}
      {!data && !error && <SkeletonRows rows={4} height={40} />}
      {data && data.length === 0 && (
        <EmptyState icon="check-circle" title="账务相互一致" hint="上次核对没有发现不平的账" />
      )}
      {data && data.length > 0 && (
        <table className={c.table}>
          <thead>
            <tr>
              <th scope="col">门诊</th>
              <th scope="col">不成立的</th>
              <th scope="col">行数</th>
              <th scope="col">从</th>
              <th scope="col">上次核对</th>
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={`${row.clinicId}${row.code}`}>
                <th scope="row">{row.clinicName}</th>
                <td>{ledgerIdentities[row.code]}</td>
                <td className="num">{row.rowCount}</td>
                <td className="num">{row.since.slice(0, 16)}</td>
                <td className="num">{row.checkedAt.slice(0, 16)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Drawer>
  )
}
