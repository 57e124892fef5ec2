import type { TracedFigure } from '@dentin/contract/traced-figures'
import { billTypes } from '@dentin/contract/billing'
import { billStates } from '@dentin/contract/core/status'
import { Link } from 'react-router'
import { Traced } from '../../domain/Traced.tsx'
import { useCan } from '../../lib/permission.ts'
import {
  Button,
  cx,
  EmptyState,
  ErrorLine,
  LinkButton,
  Money,
  SkeletonRows,
  StatusTag,
  Tag,
  urlOptional,
  useUrlState,
} from '../../ui/index.ts'
import { usePatientBills, type PatientBill } from './hooks.ts'
import { chargeDeskLink, feeListLink, receiptLink, retailLink } from './links.ts'
import s from './billing.module.css'

/** registrationId: the visit whose bills somebody came for; they are marked. */
const urlState = { registrationId: urlOptional }

export interface PatientBillsProps {
  patientId: string
  /** An invoice is asked for. */
  onInvoice: (billId: string) => void
}

/** A patient's bills, the latest first: what was charged, paid and owed, and the way to the desk. */
export function PatientBills({ patientId, onInvoice }: PatientBillsProps) {
  const can = useCan()
  const [{ registrationId }] = useUrlState(urlState)
  const { data, error, refetch, isFetching } = usePatientBills(patientId)
  const mayOpen = can('/orderSet:open') || can('/orderSet:charge')
  if (error && !data)
    return (
      <div className={s.billTableWrap}>
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      </div>
    )
  if (!data) return <SkeletonRows rows={6} />
  if (data.length === 0)
    return (
      <EmptyState
        layout="stack"
        icon="receipt"
        title="还没有账单"
        action={
          mayOpen && (
            <span className={s.newBill}>
              <LinkButton to={`/orderSet?patientId=${patientId}`} variant="primary" icon="plus">
                开单
              </LinkButton>
              <LinkButton to={retailLink(patientId)}>零售</LinkButton>
            </span>
          )
        }
      />
    )
  return (
    <div className={s.billTableWrap}>
      <div className={s.billTableHead}>
        {mayOpen && (
          <>
            <LinkButton size="sm" icon="plus" to={`/orderSet?patientId=${patientId}`}>
              开单
            </LinkButton>
            <LinkButton size="sm" to={retailLink(patientId)}>
              零售
            </LinkButton>
          </>
        )}
        {can('/orderSet:print') && data.some(({ status }) => billStates.is(status, 'received')) && (
          <LinkButton
            size="sm"
            icon="printer"
            to={feeListLink({ patientId, ...(registrationId ? { registrationId } : {}) })}
            target="_blank"
          >
            {registrationId ? '本次费用清单' : '费用清单'}
          </LinkButton>
        )}
        {can('/orderSet:dun') && data.some(owing) && (
          <LinkButton size="sm" to={`/print/dunning/${patientId}`} target="_blank">
            催款函
          </LinkButton>
        )}
      </div>
      <table className={s.billTable}>
        <thead>
          <tr>
            <th scope="col">开单时间</th>
            <th scope="col">单号</th>
            <th scope="col">类型</th>
            <th scope="col">医生</th>
            <th scope="col" className={s.right}>
              项目
            </th>
            <th scope="col" className={s.right}>
              原价
            </th>
            <th scope="col" className={s.right}>
              优惠
            </th>
            <th scope="col" className={s.right}>
              应收
            </th>
            <th scope="col" className={s.right}>
              已收
            </th>
            <th scope="col" className={s.right}>
              欠费
            </th>
            <th scope="col">状态</th>
            <th scope="col">
              <span className="sr-only">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <BillLine
              key={row.id}
              row={row}
              asked={registrationId !== null && row.registrationId === registrationId}
              charge={can('/orderSet:charge')}
              print={can('/orderSet:print')}
              onInvoice={can('/invoices:issue') ? onInvoice : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const owing = (row: PatientBill): boolean =>
  row.arrearsAmount !== null && Number(row.arrearsAmount) > 0 && billStates.is(row.status, 'owing')

function BillLine({
  row,
  asked,
  charge,
  print,
  onInvoice,
}: {
  row: PatientBill
  asked: boolean
  charge: boolean
  print: boolean
  onInvoice: ((billId: string) => void) | undefined
}) {
  const paid = billStates.is(row.status, 'received')
  const owes = owing(row)
  const money = (yuan: string | null, as: 'plain' | 'debt' | 'deduction' = 'plain', figure?: TracedFigure) => {
    const shown = yuan !== null && Number(yuan) === 0 && as !== 'plain' ? '—' : <Money yuan={yuan} as={as} />
    return (
      <td className={s.right}>
        {figure && paid ? (
          <Traced figure={figure} id={row.id} yuan={yuan}>
            {shown}
          </Traced>
        ) : (
          shown
        )}
      </td>
    )
  }
  return (
    <tr data-row aria-current={asked || undefined} className={cx(billStates.is(row.status, 'void') && 'tertiary')}>
      <td className="num">
        {row.openTime.slice(0, 16)}
        {row.belongDate && <Tag tone="wait">补录 {row.belongDate.slice(5)}</Tag>}
      </td>
      <td className="num">
        <Link to={chargeDeskLink(row.id)}>{row.billNo}</Link>
      </td>
      <td>{billTypes[row.billType as keyof typeof billTypes]}</td>
      <td>{row.doctorName || '—'}</td>
      <td className={s.right}>{row.itemCount}</td>
      {money(row.originalAmount)}
      {money(row.discountAmount, 'deduction')}
      {money(row.receivableAmount, 'plain', 'bill.receivable')}
      {money(row.paidAmount, 'plain', 'bill.paid')}
      {money(row.arrearsAmount, 'debt', 'bill.arrears')}
      <td>
        <StatusTag kind="bill" value={row.status} />
      </td>
      <td>
        <span className={s.rowActs}>
          {paid && onInvoice && (
            <Button variant="row" size="xs" onClick={() => onInvoice(row.id)}>
              开票
            </Button>
          )}
          {charge && (billStates.is(row.status, 'due') || owes) ? (
            <LinkButton variant="row" size="xs" to={chargeDeskLink(row.id)}>
              {billStates.is(row.status, 'due') ? '收费' : '收欠款'}
            </LinkButton>
          ) : (
            paid &&
            print && (
              <LinkButton variant="row" size="xs" to={receiptLink(row.id)} target="_blank">
                打印
              </LinkButton>
            )
          )}
          {paid && print && (
            <LinkButton
              variant="row"
              size="xs"
              to={feeListLink({ patientId: row.patientId, billId: row.id })}
              target="_blank"
            >
              清单
            </LinkButton>
          )}
        </span>
      </td>
    </tr>
  )
}
