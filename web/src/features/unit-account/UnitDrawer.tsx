import { unitSettlementStates } from '@dentin/contract/unit-account'
import { formatYuanText, fenToYuan, sum, yuanToFen } from '@dentin/kit/money'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Traced } from '../../domain/Traced.tsx'
import { presentDay } from '../../lib/present.ts'
import { Drawer } from '../../ui/heavy.ts'
import {
  Button,
  Checkbox,
  cx,
  EmptyState,
  ErrorLine,
  IconButton,
  LinkButton,
  Money,
  Notice,
  SkeletonRows,
  StatusTag,
  TabPanel,
  Tabs,
  TextButton,
  useIsMobile,
} from '../../ui/index.ts'
import { useOpen, useSettlements, useStatement, type Claim, type Settlement, type UnitRow } from './hooks.ts'
import { statementLink, type UnitLinks } from './links.ts'
import { SettleDialog, UndoDialog } from './SettleDialog.tsx'
import { StatementCards, StatementLines } from './StatementLines.tsx'
import { monthAfter, monthName } from './words.ts'
import s from './unit-account.module.css'

export type UnitTab = 'open' | 'statement' | 'settlements'
const ID = 'unit-drawer'

export interface UnitDrawerProps {
  row: UnitRow
  maySettle: boolean
  tab: UnitTab
  month: string | null
  onTab: (tab: UnitTab) => void
  onMonth: (month: string) => void
  links: UnitLinks
  onClose: () => void
}

/** A unit: what it has not paid yet, its months, and what it paid. */
export function UnitDrawer({ row, maySettle, tab, month, onTab, onMonth, links, onClose }: UnitDrawerProps) {
  const open = useOpen(row.id)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [settling, setSettling] = useState(false)
  const claims = open.data?.list ?? []
  const picked = claims.filter(({ id }) => chosen.includes(id))
  // What the unit has left with us is used first, whatever is chosen.
  const settled =
    picked.length > 0 ? claims.filter(({ id, open: left }) => Number(left) < 0 || chosen.includes(id)) : claims
  const due = fenToYuan(sum(settled.map((claim) => yuanToFen(claim.open))))
  const at = month ?? presentDay().slice(0, 7)
  return (
    <Drawer
      open
      title={row.name}
      width={840}
      onClose={onClose}
      footer={
        <div className={s.foot}>
          <LinkButton to={statementLink(row.id, at)} target="_blank" icon="printer">
            打印{monthName(at)}对账单
          </LinkButton>
          {maySettle && (
            <Button
              variant="primary"
              disabled={!open.data || Number(due) <= 0}
              title={Number(due) <= 0 ? '没有要结的' : undefined}
              onClick={() => setSettling(true)}
            >
              {picked.length > 0 ? `结算选中 ${picked.length} 笔` : '结算'}
            </Button>
          )}
        </div>
      }
    >
      <p className={cx('t-13 secondary', s.facts)}>
        <span>{[row.contact, row.phone].filter(Boolean).join('　') || '没有联系人'}</span>
        <span className="num">
          本门诊未结{' '}
          <Traced figure="unit.open" id={row.id} yuan={row.open}>
            <Money yuan={row.open} strong />
          </Traced>
          ，额度 {formatYuanText(row.creditLimit)}，全公司已用 {formatYuanText(row.used)}
        </span>
      </p>
      {Number(row.credit) > 0 && (
        <Notice tone="muted">已结算后退费 {formatYuanText(row.credit)} 元，属于单位，下次结算时先抵</Notice>
      )}
      <Tabs
        id={ID}
        label="单位"
        items={[
          { key: 'open', label: '未结', count: row.count },
          { key: 'statement', label: '对账单' },
          { key: 'settlements', label: '结算记录' },
        ]}
        value={tab}
        onChange={onTab}
      />
      <TabPanel tabs={ID} value={tab}>
        {tab === 'open' ? (
          <Reading of={open} empty={claims.length === 0} title="没有未结的记账">
            <OpenClaims list={claims} chosen={chosen} onChosen={maySettle ? setChosen : undefined} links={links} />
          </Reading>
        ) : tab === 'statement' ? (
          <Month unitId={row.id} month={at} onMonth={onMonth} links={links} />
        ) : (
          <Settlements unitId={row.id} mayUndo={maySettle} />
        )}
      </TabPanel>
      {settling && (
        <SettleDialog
          unitId={row.id}
          name={row.name}
          due={due}
          claimIds={picked.map(({ id }) => id)}
          onClose={() => setSettling(false)}
          onDone={() => {
            setSettling(false)
            setChosen([])
          }}
        />
      )}
    </Drawer>
  )
}

/** What is being read, what failed, or that there is nothing. */
function Reading({
  of,
  empty,
  title,
  children,
}: {
  of: { data: unknown; error: { message: string } | null; refetch: () => unknown; isFetching: boolean }
  empty: boolean
  title: string
  children: ReactNode
}) {
  if (of.error && !of.data)
    return (
      <ErrorLine onRetry={() => void of.refetch()} retrying={of.isFetching}>
        {of.error.message}
      </ErrorLine>
    )
  if (!of.data) return <SkeletonRows rows={6} />
  return empty ? <EmptyState layout="stack" icon="check" title={title} /> : children
}

function OpenClaims({
  list,
  chosen,
  onChosen,
  links,
}: {
  list: readonly Claim[]
  chosen: readonly string[]
  onChosen: ((ids: readonly string[]) => void) | undefined
  links: UnitLinks
}) {
  const all = list.every(({ id }) => chosen.includes(id))
  const mobile = useIsMobile()
  const choose = (id: string, isChosen: boolean) =>
    onChosen?.(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))
  if (mobile)
    return (
      <ul className={s.paid}>
        {list.map((claim) => (
          <li key={claim.id}>
            <div className={s.cardHead}>
              {onChosen && (
                <Checkbox
                  aria-label={`选 ${claim.billNo}`}
                  checked={chosen.includes(claim.id)}
                  onChange={(event) => choose(claim.id, event.target.checked)}
                />
              )}
              {claim.patientId ? (
                <Link to={links.bill(claim.patientId, claim.billId)}>{claim.patientName}</Link>
              ) : (
                claim.patientName
              )}
              <span className="t-12 tertiary">{claim.reference}</span>
              <span className={s.push}>
                <Money yuan={claim.open} strong />
              </span>
            </div>
            <div className="t-12 secondary num">
              {claim.chargedOn} 记，{claim.dueOn} 应付
              <Late claim={claim} />
            </div>
            {claim.open !== claim.amount && <div className="t-12 tertiary num">{partsOf(claim)}</div>}
          </li>
        ))}
      </ul>
    )
  return (
    <div className={s.scroll}>
      <table className={s.table}>
        <thead>
          <tr>
            {onChosen && (
              <th scope="col">
                <Checkbox
                  aria-label="全选"
                  checked={all}
                  indeterminate={!all && chosen.length > 0}
                  onChange={() => onChosen(all ? [] : list.map(({ id }) => id))}
                />
              </th>
            )}
            <th scope="col">记账日</th>
            <th scope="col">账单</th>
            <th scope="col">患者</th>
            <th scope="col">工号、备注</th>
            <th scope="col">应付日</th>
            <th scope="col" className={s.right}>
              未结
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((claim) => (
            <tr key={claim.id}>
              {onChosen && (
                <td>
                  <Checkbox
                    aria-label={`选 ${claim.billNo}`}
                    checked={chosen.includes(claim.id)}
                    onChange={(event) => choose(claim.id, event.target.checked)}
                  />
                </td>
              )}
              <td className="num">{claim.chargedOn}</td>
              <td className="num">
                {claim.patientId ? (
                  <Link to={links.bill(claim.patientId, claim.billId)}>{claim.billNo}</Link>
                ) : (
                  claim.billNo
                )}
              </td>
              <td>
                {claim.patientId ? (
                  <Link to={links.patient(claim.patientId)}>{claim.patientName}</Link>
                ) : (
                  claim.patientName
                )}
              </td>
              <td>{claim.reference || '—'}</td>
              <td className="num">
                {claim.dueOn}
                <Late claim={claim} />
              </td>
              <td className={s.right}>
                <Money yuan={claim.open} strong />
                {claim.open !== claim.amount && <span className={s.under}>{partsOf(claim)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={onChosen ? 6 : 5}>
              {list.length} 笔合计
            </th>
            <td className={s.right}>
              <Money yuan={fenToYuan(sum(list.map(({ open }) => yuanToFen(open))))} strong />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** How late a claim is; nothing while it is not. */
function Late({ claim }: { claim: Claim }) {
  if (claim.overdueDays === 0 || Number(claim.open) <= 0) return null
  return <span className="t-12 danger"> 逾期 {claim.overdueDays} 天</span>
}

/** '记 300.00，退 120.00'. */
const partsOf = ({ amount, back, settled }: Claim): string =>
  [
    `记 ${formatYuanText(amount)}`,
    Number(back) > 0 && `退 ${formatYuanText(back)}`,
    Number(settled) > 0 && `已结 ${formatYuanText(settled)}`,
  ]
    .filter(Boolean)
    .join('，')

function Month({
  unitId,
  month,
  onMonth,
  links,
}: {
  unitId: string
  month: string
  onMonth: (month: string) => void
  links: UnitLinks
}) {
  const statement = useStatement(unitId, month)
  const mobile = useIsMobile()
  const { data } = statement
  return (
    <div className={s.month}>
      <div className={s.months}>
        <IconButton icon="chevron-left" label="上个月" onClick={() => onMonth(monthAfter(month, -1))} />
        <b className="t-14 num">{monthName(month)}</b>
        <IconButton
          icon="chevron-right"
          label="下个月"
          disabled={month >= presentDay().slice(0, 7)}
          onClick={() => onMonth(monthAfter(month, 1))}
        />
      </div>
      <Reading of={statement} empty={false} title="">
        {data &&
          (mobile ? (
            <StatementCards statement={data} links={links} />
          ) : (
            <StatementLines statement={data} links={links} />
          ))}
      </Reading>
    </div>
  )
}

function Settlements({ unitId, mayUndo }: { unitId: string; mayUndo: boolean }) {
  const read = useSettlements(unitId)
  const [undoing, setUndoing] = useState<Settlement | null>(null)
  const list = read.data?.list ?? []
  return (
    <Reading of={read} empty={list.length === 0} title="还没有结算过">
      <ul className={s.paid}>
        {list.map((one) => (
          <li key={one.id}>
            <div className={s.cardHead}>
              <span className="num">{one.settlementNo}</span>
              <StatusTag kind={unitSettlementStates} value={one.status} />
              <span className={s.push}>
                <Money yuan={one.amount} strong />
              </span>
            </div>
            <div className="t-13 secondary">
              {[
                one.settledAt.slice(0, 16),
                `${one.methodName} ${one.tradeNo}`.trim(),
                `结 ${one.count} 笔`,
                one.settlerName,
                one.remark,
              ]
                .filter(Boolean)
                .join('　')}
            </div>
            {one.undoneAt && (
              <div className="t-13 tertiary">
                {one.undoerName} 于 {one.undoneAt.slice(0, 16)} 撤销：{one.undoReason}
              </div>
            )}
            {mayUndo && unitSettlementStates.may('undo', one.status) && (
              <TextButton tone="quiet" onClick={() => setUndoing(one)}>
                撤销结算
              </TextButton>
            )}
          </li>
        ))}
      </ul>
      {undoing && <UndoDialog settlement={undoing} onClose={() => setUndoing(null)} />}
    </Reading>
  )
}
