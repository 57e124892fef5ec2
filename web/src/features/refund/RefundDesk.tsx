import { refundModes, refundStates, refundTypes } from '@dentin/contract/refund'
import { parseTeeth } from '@dentin/clinical'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { Link } from 'react-router'
import { briefGenderAge } from '../../domain/person.ts'
import { Traced } from '../../domain/Traced.tsx'
import { newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import {
  Button,
  cx,
  EmptyState,
  ErrorLine,
  Field,
  LinkButton,
  Money,
  rove,
  ScrollRegion,
  SearchField,
  Segmented,
  SkeletonRows,
  StatusTag,
  TextArea,
  TextButton,
  toast,
  useIsMobile,
} from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import { ToothCross } from '../../ui/tooth/index.ts'
import { useRefund, useRefunds, useRefundSends, wayName, type RefundDetail, type RefundState } from './hooks.ts'
import { billLink, exceptionsLink, slipLink } from './links.ts'
import s from './refund.module.css'

const views = [
  { value: 'all', label: '全部' },
  { value: 'open', label: '在办' },
  { value: 'paid', label: '已退' },
] as const
const PAGE = 50

export interface RefundDeskProps {
  refundId: string | null
  onSelect: (id: string) => void
}

/** The refunds of the clinic at the left, one of them at the right; on the phone one after the other. */
export function RefundDesk({ refundId, onSelect }: RefundDeskProps) {
  const mobile = useIsMobile()
  return (
    <>
      {(!mobile || !refundId) && <Queue selectedId={refundId} onSelect={onSelect} />}
      {refundId ? (
        <One key={refundId} id={refundId} />
      ) : (
        !mobile && (
          <div className={s.nothing}>
            <EmptyState
              layout="stack"
              icon="undo"
              title="没有选择退费单"
              hint="从左边选一张；要退费请在已收的账单里点退费"
            />
          </div>
        )
      )}
    </>
  )
}

function Queue({ selectedId, onSelect }: { selectedId: string | null; onSelect: (id: string) => void }) {
  const [state, setState] = useState<RefundState>('all')
  const [keyword, setKeyword] = useState('')
  const [size, setSize] = useState(PAGE)
  const { data, error, refetch, isFetching } = useRefunds(state, keyword.trim(), size)
  // Tab comes to one of the cards, arrows go to the others.
  const reached = (data?.list.find(({ id }) => id === selectedId) ?? data?.list[0])?.id
  return (
    <aside className={s.queue} aria-label="退费单">
      <div className={s.queueHead}>
        <Segmented label="退费单" size="sm" options={[...views]} value={state} onChange={(next) => setState(next)} />
        <SearchField
          aria-label="查找退费单"
          placeholder="姓名、拼音、单号"
          size="sm"
          value={keyword}
          onChange={setKeyword}
        />
      </div>
      <div className={s.queueBody}>
        {error && !data ? (
          <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorLine>
        ) : !data ? (
          <SkeletonRows rows={4} height={64} double />
        ) : data.list.length === 0 ? (
          <EmptyState layout="stack" icon="undo" title={keyword ? '没有找到' : '没有退费'} />
        ) : (
          <ul>
            {data.list.map((row) => (
              <li key={row.id}>
                <button
                  type="button"
                  className={cx(s.card, row.id === selectedId && s.cardSelected)}
                  aria-current={row.id === selectedId}
                  tabIndex={row.id === reached ? 0 : -1}
                  onKeyDown={(event) => rove(event, 'ul', 'button')}
                  aria-label={`${row.patientName} ${refundStates.names[row.status] ?? ''} ${row.refundAmount}`}
                  onClick={() => onSelect(row.id)}
                >
                  <span className={s.cardLine}>
                    <b className={s.cardName}>{row.patientName}</b>
                    <span className={s.cardEnd}>
                      <StatusTag kind={refundStates} value={row.status} look="plain" />
                    </span>
                  </span>
                  <span className={s.cardLine}>
                    <span className="t-12 secondary num">{row.appliedAt.slice(5, 16)}</span>
                    <span className={s.cardEnd}>
                      <Money yuan={row.refundAmount} strong />
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {data && data.total > data.list.length && (
          <TextButton onClick={() => setSize((now) => Math.min(200, now + PAGE))} disabled={size >= 200}>
            {size >= 200 ? '请用查找缩小范围' : '显示更多'}
          </TextButton>
        )}
      </div>
    </aside>
  )
}

function One({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useRefund(id)
  if (error && !data)
    return (
      <div className={s.nothing}>
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      </div>
    )
  if (!data)
    return (
      <div className={s.main}>
        <SkeletonRows rows={6} height={46} />
      </div>
    )
  return <Detail refund={data} />
}

type Asking = 'agree' | 'refuse' | 'withdraw' | null

function Detail({ refund }: { refund: RefundDetail }) {
  const can = useCan()
  const sends = useRefundSends()
  const [asking, setAsking] = useState<Asking>(null)
  const [requestId] = useState(newRequestId)
  const { id, version, allowed } = refund
  const pay = () => sends.pay.mutate({ id, version, requestId }, { onSuccess: () => toast.success('已退款') })
  const decided = sends.decide.error?.message ?? sends.withdraw.error?.message
  return (
    <>
      <section className={s.main} aria-label="退费单">
        <ScrollRegion label="退费单" className={s.body}>
          <header className={s.head}>
            <h2 className="t-16">
              {refund.patientName} <span className="t-13 secondary">{briefGenderAge(refund)}</span>
            </h2>
            <span>{refundTypes[refund.type as 1]}</span>
            <span className="t-13 tertiary num">{refund.refundNo}</span>
            <StatusTag kind={refundStates} value={refund.status} />
            <div className={s.headEnd}>
              <Link to={billLink(refund.billId)} className="t-13 num">
                账单 {refund.billNo}
              </Link>
            </div>
          </header>
          <table className={s.ways}>
            <thead>
              <tr>
                <th scope="col">牙位</th>
                <th scope="col">项目</th>
                <th scope="col" className={s.right}>
                  数量
                </th>
                <th scope="col" className={s.right}>
                  退项
                </th>
              </tr>
            </thead>
            <tbody>
              {refund.items.map((item) => (
                <tr key={item.billItemId}>
                  <td>{item.teeth && <ToothCross teeth={parseTeeth(item.teeth)} />}</td>
                  <td>
                    <b>{item.name}</b>
                  </td>
                  <td className={cx(s.right, 'num')}>{item.qty > 0 ? `${item.qty} ${item.unit}` : '差价'}</td>
                  <td className={s.right}>
                    <Money yuan={item.amount} strong />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <dl className={s.facts}>
            <div>
              <dt>退费原因</dt>
              <dd>{refund.reason}</dd>
            </div>
            {refund.remark && (
              <div>
                <dt>说明</dt>
                <dd>{refund.remark}</dd>
              </div>
            )}
            <div>
              <dt>申请</dt>
              <dd>
                {refund.applicantName} <span className="num tertiary">{refund.appliedAt.slice(0, 16)}</span>
              </dd>
            </div>
            {refund.approverName && (
              <div>
                <dt>{refundStates.is(refund.status, 'refused') ? '拒绝' : '审批'}</dt>
                <dd>
                  {refund.approverName} <span className="num tertiary">{refund.decidedAt?.slice(0, 16)}</span>
                  {refund.decisionReason && <span>　{refund.decisionReason}</span>}
                </dd>
              </div>
            )}
            {refund.payerName && (
              <div>
                <dt>退款</dt>
                <dd>
                  {refund.payerName} <span className="num tertiary">{refund.refundedAt?.slice(0, 16)}</span>
                </dd>
              </div>
            )}
          </dl>
        </ScrollRegion>
      </section>
      <section className={s.side} aria-label="退给患者">
        <div className={s.sideBody}>
          <div className={s.sideHead}>
            <span className="t-13 secondary">{refundStates.is(refund.status, 'paid') ? '已退给患者' : '退给患者'}</span>
            <StatusTag kind={refundStates} value={refund.status} />
          </div>
          <div className={s.sum}>
            <span className={s.yen}>¥</span>
            <Traced
              figure="refund.paid"
              id={refund.id}
              yuan={refundStates.is(refund.status, 'paid') ? refund.refundAmount : null}
            >
              <span className="t-40 num">{formatYuanText(refund.refundAmount)}</span>
            </Traced>
          </div>
          <p className="t-13 secondary">{refund.amountInWords}</p>
          {refund.ways.length > 0 && (
            <dl className={s.targets}>
              {refund.ways.map((way) => (
                <div key={`${way.payMethodName}${way.part}`}>
                  <dt>到{wayName(way)}</dt>
                  <dd>
                    <Money yuan={way.amount} strong />
                  </dd>
                </div>
              ))}
            </dl>
          )}
          <section className={s.block}>
            <p className={s.fact}>
              <span>退项合计</span>
              <Money yuan={refund.itemAmount} />
            </p>
            {Number(refund.arrearsAmount) > 0 && (
              <p className={s.fact}>
                <span>其中冲减欠费</span>
                <Money yuan={refund.arrearsAmount} />
              </p>
            )}
            <p className={s.fact}>
              <span>退回次序</span>
              <span>{refundModes[refund.mode as 1]}</span>
            </p>
            <p className={s.fact}>
              <span>业绩</span>
              <span>{refund.rollBackPerformance ? '医生回退' : '不回退，门诊承担'}</span>
            </p>
            <p className={s.fact}>
              <span>物料</span>
              <span>{refund.returnStock ? '未使用的退回库存' : '不退回'}</span>
            </p>
          </section>
        </div>
        <div className={s.sideFoot}>
          {sends.pay.error && (
            <p className="t-13 danger" role="alert">
              {sends.pay.error.message}
            </p>
          )}
          {allowed.decide && (
            <Button variant="primary" size="lg" block onClick={() => setAsking('agree')}>
              同意退费
            </Button>
          )}
          {allowed.decide && (
            <Button variant="danger" block onClick={() => setAsking('refuse')}>
              拒绝
            </Button>
          )}
          {allowed.pay && (
            <Button variant="primary" size="lg" block busy={sends.pay.isPending} onClick={pay}>
              {Number(refund.refundAmount) > 0 ? `退款 ${formatYuanText(refund.refundAmount)}` : '确认退项'}
            </Button>
          )}
          {allowed.print && (
            <LinkButton icon="printer" block to={slipLink(id)} target="_blank">
              打印退费单
            </LinkButton>
          )}
          {allowed.withdraw && <TextButton onClick={() => setAsking('withdraw')}>撤回申请</TextButton>}
          {refundStates.is(refund.status, 'failed') &&
            (can('/orderSet:exceptions') ? (
              <LinkButton icon="alert" block to={exceptionsLink}>
                去异常里改走别的方式退
              </LinkButton>
            ) : (
              <p className="t-13 secondary">支付平台没有退成，请有“处理支付异常”权限的人在收费的异常里处理</p>
            ))}
        </div>
      </section>
      {asking && (
        <WordsDialog
          asking={asking}
          sum={refund.itemAmount}
          busy={sends.decide.isPending || sends.withdraw.isPending}
          failure={decided}
          onClose={() => setAsking(null)}
          onSubmit={(reason) => {
            const done = {
              onSuccess: () => {
                setAsking(null)
                toast.success({ agree: '已同意', refuse: '已拒绝', withdraw: '已撤回' }[asking])
              },
              onError: () => {},
            }
            if (asking === 'withdraw') sends.withdraw.mutate({ id, version, reason }, done)
            else sends.decide.mutate({ id, version, agree: asking === 'agree', reason }, done)
          }}
        />
      )}
    </>
  )
}

interface WordsDialogProps {
  asking: 'agree' | 'refuse' | 'withdraw'
  sum: string
  busy: boolean
  failure: string | undefined
  onClose: () => void
  onSubmit: (reason: string) => void
}

/** What is said with a decision: to refuse or to take back needs a reason. */
function WordsDialog({ asking, sum, busy, failure, onClose, onSubmit }: WordsDialogProps) {
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const needed = asking !== 'agree'
  const missing = needed && reason.trim() === ''
  const words = { agree: '同意退费', refuse: '拒绝退费', withdraw: '撤回退费申请' }[asking]
  return (
    <Dialog
      open
      title={`${words} ${formatYuanText(sum)}`}
      submitText={asking === 'agree' ? '同意' : asking === 'refuse' ? '拒绝' : '撤回'}
      danger={asking === 'refuse'}
      busy={busy}
      onClose={onClose}
      onSubmit={() => {
        setAsked(true)
        if (!missing) onSubmit(reason.trim())
      }}
    >
      <Field
        label={asking === 'withdraw' ? '撤回原因' : '审批意见'}
        required={needed}
        error={asked && missing ? '请写明原因' : undefined}
      >
        <TextArea
          autoFocus
          rows={2}
          maxLength={50}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {failure && <ErrorLine>{failure}</ErrorLine>}
    </Dialog>
  )
}
