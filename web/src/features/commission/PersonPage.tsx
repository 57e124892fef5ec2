import { payBases, payRoles, slipStates, type PayRole } from '@dentin/contract/commission'
import type { FigureHead } from '@dentin/contract/report'
import { formatYuanText } from '@dentin/kit/money'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { Columns } from '../../ui/chart/index.ts'
import { DataTable, type Column } from '../../ui/heavy.ts'
import {
  Button,
  confirm,
  EmptyState,
  ErrorLine,
  IconButton,
  LinkButton,
  Money,
  Page,
  PageTitle,
  Segmented,
  SkeletonRows,
} from '../../ui/index.ts'
import { LINES_A_PAGE, useCommissionSends, usePay, useTrend, type Pay, type Slip } from './hooks.ts'
import { SlipState } from './SlipState.tsx'
import { monthText } from './words.ts'
import s from './commission.module.css'

/** What is shown of each part at the head, and may be followed over the months. */
const HEADS: Readonly<Record<PayRole, readonly string[]>> = {
  doctor: ['P2', 'R1', 'S1', 'X1', 'S3', 'S2'],
  nurse: ['P2', 'X1', 'S1', 'V12'],
  consultant: ['P2', 'R1', 'S1', 'D1', 'D2', 'S3'],
  desk: ['P2', 'C1', 'V7', 'G1', 'G2'],
}

export interface PersonPageProps {
  id: string
  as: PayRole
  month: string
  page: number
  /** Goes so many months on. */
  onMonth: (months: number) => void
  onPage: (page: number) => void
  /** It is the month that runs. */
  isLast: boolean
  billTo: (billId: string) => string
}

/** One person in one part: what was done month by month, and every line of the month's pay. */
export function PersonPage({ id, as, month, page, onMonth, onPage, isLast, billTo }: PersonPageProps) {
  const pay = usePay(id, as, month, page)
  const trend = useTrend(id, as, month)
  const [chosen, setChosen] = useState<string | null>(null)
  const heads = HEADS[as].flatMap((code) => trend.data?.figures.find((figure) => figure.code === code) ?? [])
  const figure = heads.find(({ code }) => code === chosen) ?? heads[0]
  return (
    <Page>
      <PageTitle />
      <div className={s.bar}>
        <h2 className="t-16 bold">
          {pay.data?.employeeName ?? ''}　<span className="t-13 secondary">{payRoles[as]}</span>
        </h2>
        <span className={s.month}>
          <IconButton icon="chevron-left" label="上一个月" size="sm" onClick={() => onMonth(-1)} />
          <span className="t-14 bold num">{monthText(month)}</span>
          <IconButton icon="chevron-right" label="下一个月" size="sm" disabled={isLast} onClick={() => onMonth(1)} />
        </span>
        {pay.data?.slips.map((slip) => (
          <SlipActions key={slip.id} slip={slip} />
        ))}
      </div>
      <div className={s.page}>
        {trend.error && !trend.data && (
          <ErrorLine onRetry={() => void trend.refetch()}>{trend.error.message}</ErrorLine>
        )}
        {!trend.data && !trend.error && <SkeletonRows rows={5} height={44} />}
        {trend.data && (
          <>
            <dl className={s.figures}>
              {heads.map((head) => (
                <div key={head.code} className={s.figure}>
                  <dt className="t-13 secondary">{head.name}</dt>
                  <dd className="t-22 bold num">{valueOf(trend.data, head, month)}</dd>
                </div>
              ))}
            </dl>
            {figure && (
              <section className={s.section} aria-label="近六个月">
                <div className={s.sectionHead}>
                  <h3 className="t-14 bold">
                    近六个月 {figure.unit === 'yuan' && <span className="t-12 tertiary">千元</span>}
                  </h3>
                  <Segmented
                    label="指标"
                    size="sm"
                    options={heads.map(({ code, name }) => ({ value: code, label: name }))}
                    value={figure.code}
                    onChange={setChosen}
                  />
                </div>
                <div className={s.chart}>
                  <TrendColumns answer={trend.data} figure={figure} />
                </div>
              </section>
            )}
          </>
        )}
        {pay.error && !pay.data && <ErrorLine onRetry={() => void pay.refetch()}>{pay.error.message}</ErrorLine>}
        {pay.data && (
          <>
            <ByRule data={pay.data} />
            <Lines data={pay.data} loading={pay.isFetching} page={page} onPage={onPage} billTo={billTo} />
          </>
        )}
      </div>
    </Page>
  )
}

type Answer = NonNullable<ReturnType<typeof useTrend>['data']>
const AFTER: Readonly<Record<FigureHead['unit'], string>> = {
  yuan: '',
  count: '',
  minutes: ' 分',
  percent: '%',
  score: ' 分',
}
const textOf = ({ unit }: FigureHead, value: string | null): string =>
  value === null ? '—' : `${unit === 'yuan' ? formatYuanText(value) : value}${AFTER[unit]}`
const valueIn = (answer: Answer, { code }: FigureHead, month: string) =>
  answer.rows.find(({ key }) => key === month)?.values[answer.figures.findIndex((each) => each.code === code)] ?? null
const valueOf = (answer: Answer, figure: FigureHead, month: string) => textOf(figure, valueIn(answer, figure, month))

function TrendColumns({ answer, figure }: { answer: Answer; figure: FigureHead }) {
  const thisMonth = answer.asOf.slice(0, 7)
  return (
    <Columns
      label={figure.name}
      names={{ value: figure.name, compared: '' }}
      points={answer.rows.map(({ key, label }) => ({
        key,
        label: `${Number(key.slice(5))}月`,
        title: label,
        value: Number(valueIn(answer, figure, key) ?? 0),
        compared: null,
        partial: key === thisMonth,
      }))}
      format={(value) => textOf(figure, figure.unit === 'yuan' ? value.toFixed(2) : String(value))}
      axis={(value) => (figure.unit === 'yuan' ? String(Math.round(value / 100) / 10) : String(value))}
    />
  )
}

function SlipActions({ slip }: { slip: Slip }) {
  const { confirm: send } = useCommissionSends()
  const agree = async () => {
    const title = `确认${monthText(slip.month)}的提成 ${formatYuanText(slip.pay)} 元？`
    if (await confirm({ title, okText: '确认' })) send.mutate({ id: slip.id, version: slip.version })
  }
  return (
    <span className={s.slip}>
      <SlipState status={slip.status} />
      <span className="t-13 secondary">
        {slip.clinicName} <span className="num">{slip.slipNo}</span>
      </span>
      {slip.own && slipStates.may('confirm', slip.status) && (
        <Button size="sm" variant="primary" busy={send.isPending} onClick={() => void agree()}>
          确认提成
        </Button>
      )}
      <LinkButton size="sm" icon="printer" to={`/print/commission/${slip.id}`}>
        打印
      </LinkButton>
    </span>
  )
}

function ByRule({ data }: { data: Pay }) {
  if (data.rules.length === 0) return null
  return (
    <section className={s.section} aria-label="按规则">
      <h3 className="t-14 bold">提成　按规则</h3>
      <table className={s.table}>
        <thead>
          <tr>
            <th scope="col">规则</th>
            <th scope="col">基数</th>
            <th scope="col">提成</th>
          </tr>
        </thead>
        <tbody>
          {data.rules.map((rule) => (
            <tr key={rule.name}>
              <th scope="row">{rule.name}</th>
              <td>
                <Money yuan={rule.base} />
              </td>
              <td>
                <Money yuan={rule.pay} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            <td>
              <Money yuan={data.base} />
            </td>
            <td>
              <Money yuan={data.pay} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

type Line = Pay['lines'][number]
function Lines({
  data,
  loading,
  page,
  onPage,
  billTo,
}: {
  data: Pay
  loading: boolean
  page: number
  onPage: (page: number) => void
  billTo: (billId: string) => string
}) {
  const seesCosts = data.lines.some(({ material }) => material !== null)
  const columns = useMemo((): Column<Line>[] => {
    const money = (
      key: 'amount' | 'added' | 'material' | 'lab' | 'fee' | 'base' | 'pay',
      title: string,
    ): Column<Line> => ({
      key,
      title,
      width: 112,
      align: 'right',
      numeric: true,
      render: (row) => {
        const yuan = row[key]
        return yuan === null || Number(yuan) === 0 ? <span className="tertiary">—</span> : <Money yuan={yuan} />
      },
    })
    return [
      { key: 'day', title: '日期', width: 108, numeric: true, render: ({ day }) => day },
      {
        key: 'bill',
        title: '账单',
        width: 156,
        render: ({ billId, billNo }) => <Link to={billTo(billId)}>{billNo}</Link>,
      },
      { key: 'patient', title: '患者', width: 92, render: ({ patientName }) => patientName },
      { key: 'item', title: '项目', width: 168, render: ({ itemName }) => itemName },
      { key: 'rule', title: '规则', width: 132, render: ({ ruleName }) => ruleName },
      { key: 'basis', title: '基数按', width: 72, render: ({ basis }) => payBases[basis as 1] },
      money('amount', '金额'),
      money('added', '门诊承担优惠'),
      ...(seesCosts ? [money('material', '减材料'), money('lab', '减加工')] : []),
      money('fee', '减手续费'),
      money('base', '基数'),
      money('pay', '提成'),
    ]
  }, [seesCosts, billTo])
  return (
    <section className={s.section} aria-label="提成明细">
      <h3 className="t-14 bold">
        提成明细 <span className="t-13 tertiary">{data.total}</span>
      </h3>
      <DataTable
        label="提成明细"
        columns={columns}
        rows={data.lines}
        keyOf={(row) => row.id}
        loading={loading}
        rowHeight={36}
        fill={false}
        empty={
          <EmptyState layout="stack" icon="cash" title="这个月没有提成" hint="没有适用的规则，或这个月没有收入与执行" />
        }
        {...(data.total > LINES_A_PAGE
          ? { pager: { page, pageSize: LINES_A_PAGE, total: data.total, sizes: [LINES_A_PAGE], onChange: onPage } }
          : {})}
      />
    </section>
  )
}
