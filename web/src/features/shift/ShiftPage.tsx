import { entryKindNames } from '@dentin/contract/ledger-words'
import { shiftStates } from '@dentin/contract/shift'
import { fenToYuan, formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { Traced } from '../../domain/Traced.tsx'
import { useCan } from '../../lib/permission.ts'
import { shortMoment } from '../../lib/when.ts'
import {
  Button,
  Checkbox,
  cx,
  EmptyState,
  ErrorLine,
  Field,
  LinkButton,
  Money,
  MoneyInput,
  NumberField,
  Page,
  PageTitle,
  SkeletonRows,
  StatusTag,
  TextButton,
  TextField,
  toast,
  urlOptional,
  useLeaveGuard,
  useUrlState,
} from '../../ui/index.ts'
import { Drawer } from '../../ui/heavy.ts'
import {
  useCurrentShift,
  useShiftDetail,
  useShifts,
  useShiftSends,
  type CurrentShift,
  type ShiftDetail,
  type ShiftRow,
} from './hooks.ts'
import { differenceOf, faceName, faces, notesOf, sumOfNotes, type NoteCounts } from './notes.ts'
import s from './shift.module.css'

const PAGE = 30
const codecs = { open: urlOptional }

/** The till of whoever is at work: what should be there, what was counted; below it the shifts that were handed over. */
export function ShiftPage() {
  const can = useCan()
  const takes = can('/orderSet:charge')
  const current = useCurrentShift(takes)
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Page>
      <PageTitle />
      <div className={s.page}>
        {takes &&
          (current.error && !current.data ? (
            <ErrorLine onRetry={() => void current.refetch()} retrying={current.isFetching}>
              {current.error.message}
            </ErrorLine>
          ) : !current.data ? (
            <SkeletonRows rows={5} height={44} />
          ) : current.data.shift ? (
            <HandOver
              key={current.data.shift.id}
              shift={current.data.shift}
              isBlind={current.data.isBlind}
              onDiffers={setOpen}
            />
          ) : (
            <section className={s.panel}>
              <EmptyState layout="stack" icon="cash" title="本班还没有收款" hint="收了第一笔，就开始一个班" />
            </section>
          ))}
        <History onOpen={setOpen} />
        {open && <OneShift id={open} onClose={() => setOpen(null)} />}
      </div>
    </Page>
  )
}

function HandOver({
  shift,
  isBlind,
  onDiffers,
}: {
  shift: CurrentShift
  isBlind: boolean
  /** Counted blind, what was counted is not what should be there: the reason is still to be written. */
  onDiffers: (id: string) => void
}) {
  const { handOver } = useShiftSends()
  const [counts, setCounts] = useState<NoteCounts>({})
  const [typed, setTyped] = useState<string | null>(null)
  const [float, setFloat] = useState('')
  const [reason, setReason] = useState('')
  const [remark, setRemark] = useState('')
  const [asked, setAsked] = useState(false)
  const [requestId, setRequestId] = useState(newRequestId)
  const notes = notesOf(counts)
  const counted = typed ?? (notes.length > 0 ? fenToYuan(sumOfNotes(counts)) : '')
  const difference = counted !== '' && shift.expectedCash !== null ? differenceOf(counted, shift.expectedCash) : null
  const short = difference !== null && Number(difference) !== 0
  const errorOf = (field: string) => handOver.error?.fields.find((each) => each.field === field)?.message
  useLeaveGuard(notes.length > 0 || typed !== null, '点好的现金还没有交班')
  const submit = () => {
    setAsked(true)
    if (counted === '' || (short && reason.trim() === '')) return
    handOver.mutate(
      {
        id: shift.id,
        version: shift.version,
        notes: typed === null ? notes : [],
        countedCash: counted,
        floatAmount: float || '0.00',
        differenceReason: reason.trim(),
        remark: remark.trim(),
        requestId,
      },
      {
        onSuccess: ({ id, differenceAmount }) => {
          setCounts({})
          setTyped(null)
          if (isBlind && Number(differenceAmount) !== 0) {
            toast.info(`已交班，差额 ${formatYuanText(differenceAmount)}，请写原因`)
            onDiffers(id)
          } else toast.success('已交班')
        },
        onError: () => setRequestId(newRequestId()),
      },
    )
  }
  return (
    <section className={s.panel} aria-label="本班">
      <header className={s.head}>
        <h2 className="t-16">本班</h2>
        <span className="t-13 tertiary num">{shift.shiftNo}</span>
        <span className="t-13 secondary">
          {shift.cashierName}，<span className="num">{shortMoment(shift.startedAt)}</span> 起，收 {shift.receivedCount}{' '}
          笔{shift.returnedCount > 0 && `，退 ${shift.returnedCount} 笔`}
        </span>
      </header>
      <div className={s.columns}>
        <div>
          <table className={s.table}>
            <thead>
              <tr>
                <th scope="col">方式</th>
                <th scope="col" className={s.right}>
                  收
                </th>
                <th scope="col" className={s.right}>
                  退
                </th>
                <th scope="col" className={s.right}>
                  应有
                </th>
              </tr>
            </thead>
            <tbody>
              {shift.methods.map((row) => (
                <tr key={row.payMethodId}>
                  <td>
                    {row.name} <span className="t-12 tertiary num">{row.count} 笔</span>
                  </td>
                  <td className={s.right}>
                    <Money yuan={row.received} />
                  </td>
                  <td className={s.right}>{Number(row.returned) > 0 ? <Money yuan={row.returned} /> : '—'}</td>
                  <td className={s.right}>
                    {isBlind ? (
                      <Money yuan={row.total} strong />
                    ) : (
                      <Traced figure="shift.method" id={shift.id} payMethodId={row.payMethodId} yuan={row.total}>
                        <Money yuan={row.total} strong />
                      </Traced>
                    )}
                  </td>
                </tr>
              ))}
              {shift.total !== null && (
                <tr className={s.total}>
                  <td colSpan={3}>合计</td>
                  <td className={s.right}>
                    <Traced figure="shift.method" id={shift.id} yuan={shift.total}>
                      <Money yuan={shift.total} strong />
                    </Traced>
                  </td>
                </tr>
              )}
            </tbody>
          </table>
          {isBlind && (
            <p className={cx('t-13 secondary', s.blind)}>
              盲点：先点现金，交班后才看到应有多少；点数交出后不能改，有差额再写原因
            </p>
          )}
        </div>
        <fieldset className={s.notes}>
          <legend>点现金</legend>
          {faces.map((face) => (
            <label key={face}>
              <span>{faceName(face)}</span>
              <NumberField
                size="sm"
                aria-label={`${faceName(face)}张数`}
                value={counts[face] ?? null}
                min={0}
                max={99_999}
                onChange={(count) => {
                  setTyped(null)
                  setCounts({ ...counts, [face]: count ?? 0 })
                }}
              />
            </label>
          ))}
        </fieldset>
        <div className={s.result}>
          <Field
            label="实点现金"
            required
            error={errorOf('countedCash') ?? (asked && counted === '' ? '请点现金或填写总数' : undefined)}
          >
            <MoneyInput value={counted} onChange={setTyped} />
          </Field>
          <dl className={s.facts}>
            {shift.expectedCash !== null && (
              <div>
                <dt>应有现金</dt>
                <dd>
                  <Money yuan={shift.expectedCash} />
                </dd>
              </div>
            )}
            {difference !== null && (
              <div>
                <dt>差额</dt>
                <dd className={short ? 'danger' : undefined}>
                  <Money yuan={difference} strong />
                </dd>
              </div>
            )}
          </dl>
          {(short || errorOf('differenceReason')) && (
            <Field
              label="差额原因"
              required
              error={errorOf('differenceReason') ?? (asked && reason.trim() === '' ? '请填写差额原因' : undefined)}
            >
              <TextField maxLength={100} value={reason} onChange={(event) => setReason(event.target.value)} />
            </Field>
          )}
          <Field label="备用金" help="留在抽屉里的零钱，不算在应有里">
            <MoneyInput value={float} onChange={setFloat} />
          </Field>
          <Field label="备注">
            <TextField maxLength={200} value={remark} onChange={(event) => setRemark(event.target.value)} />
          </Field>
          {handOver.error && handOver.error.fields.length === 0 && <ErrorLine>{handOver.error.message}</ErrorLine>}
          <Button variant="primary" size="lg" block busy={handOver.isPending} onClick={submit}>
            交班
          </Button>
          <p className="t-12 tertiary">交班后，这些收款不能撤销，只能退款</p>
        </div>
      </div>
    </section>
  )
}

function History({ onOpen }: { onOpen: (id: string) => void }) {
  const [size, setSize] = useState(PAGE)
  const [url, setUrl] = useUrlState(codecs)
  const { data, error, refetch, isFetching } = useShifts(size, url.open === '1')
  return (
    <section className={s.panel} aria-label="交班记录">
      <header className={s.head}>
        <h2 className="t-16">交班记录</h2>
        <Checkbox checked={url.open === '1'} onChange={(event) => setUrl({ open: event.target.checked ? '1' : null })}>
          只看没交的
        </Checkbox>
      </header>
      {error && !data ? (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      ) : !data ? (
        <SkeletonRows rows={5} />
      ) : data.list.length === 0 ? (
        <EmptyState layout="stack" icon="history" title={url.open === '1' ? '都交了班' : '还没有交过班'} />
      ) : (
        <div className={s.scroll}>
          <table className={s.table}>
            <thead>
              <tr>
                <th scope="col">班次</th>
                <th scope="col">收费员</th>
                <th scope="col">开始</th>
                <th scope="col">交班</th>
                <th scope="col" className={s.right}>
                  全部方式
                </th>
                <th scope="col" className={s.right}>
                  应有现金
                </th>
                <th scope="col" className={s.right}>
                  实点
                </th>
                <th scope="col" className={s.right}>
                  差额
                </th>
                <th scope="col">状态</th>
              </tr>
            </thead>
            <tbody>
              {data.list.map((row) => (
                <Row key={row.id} row={row} onOpen={() => onOpen(row.id)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.total > data.list.length && size < 200 && (
        <TextButton onClick={() => setSize((now) => Math.min(200, now + PAGE))}>显示更多</TextButton>
      )}
    </section>
  )
}

function Row({ row, onOpen }: { row: ShiftRow; onOpen: () => void }) {
  return (
    <tr data-row>
      <td className="num">
        <TextButton onClick={onOpen}>{row.shiftNo}</TextButton>
      </td>
      <td>{row.cashierName}</td>
      <td className="num">{shortMoment(row.startedAt)}</td>
      <td className="num">{row.endedAt ? shortMoment(row.endedAt) : '—'}</td>
      <td className={s.right}>
        <Money yuan={row.total} strong />
      </td>
      <td className={s.right}>
        <Money yuan={row.expectedCash} />
      </td>
      <td className={s.right}>
        <Money yuan={row.countedCash} />
      </td>
      <td className={s.right}>
        {row.differenceAmount && Number(row.differenceAmount) !== 0 ? (
          <span className="danger" title={row.differenceReason ?? ''}>
            <Money yuan={row.differenceAmount} strong />
          </span>
        ) : (
          '—'
        )}
      </td>
      <td>
        <StatusTag kind={shiftStates} value={row.status} />
      </td>
    </tr>
  )
}

function OneShift({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useShiftDetail(id)
  const { review } = useShiftSends()
  return (
    <Drawer
      open
      title={data ? `交班 ${data.shiftNo}` : '交班'}
      width={560}
      onClose={onClose}
      footer={
        data && (
          <div className={s.foot}>
            <LinkButton icon="printer" to={`/print/shift/${id}`} target="_blank">
              打印交班单
            </LinkButton>
            {data.allowed.review && (
              <Button
                variant="primary"
                busy={review.isPending}
                onClick={() =>
                  review.mutate({ id, version: data.version }, { onSuccess: () => toast.success('已复核') })
                }
              >
                复核
              </Button>
            )}
          </div>
        )
      }
    >
      {error ? <ErrorLine>{error.message}</ErrorLine> : !data ? <SkeletonRows rows={8} /> : <Facts shift={data} />}
    </Drawer>
  )
}

/** Counted blind: the cashier sees the difference now and says why. */
function Explain({ shift }: { shift: ShiftDetail }) {
  const { explain } = useShiftSends()
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  useLeaveGuard(reason.trim() !== '', '差额原因还没有保存')
  const refused = explain.error?.fields.find(({ field }) => field === 'differenceReason')?.message
  return (
    <div className={s.explain}>
      <Field
        label="差额原因"
        required
        help="保存后不能再改，复核人会看到"
        error={refused ?? (asked && reason.trim() === '' ? '请填写差额原因' : undefined)}
      >
        <TextField autoFocus maxLength={100} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {explain.error && explain.error.fields.length === 0 && <ErrorLine>{explain.error.message}</ErrorLine>}
      <Button
        variant="primary"
        busy={explain.isPending}
        onClick={() => {
          setAsked(true)
          if (reason.trim() === '') return
          explain.mutate(
            { id: shift.id, version: shift.version, differenceReason: reason.trim() },
            { onSuccess: () => toast.success('差额原因已保存') },
          )
        }}
      >
        保存原因
      </Button>
    </div>
  )
}

function Facts({ shift }: { shift: ShiftDetail }) {
  return (
    <>
      <dl className={s.facts}>
        <div>
          <dt>收费员</dt>
          <dd>{shift.cashierName}</dd>
        </div>
        <div>
          <dt>时间</dt>
          <dd className="num">
            {shift.startedAt.slice(0, 16)} – {shift.endedAt?.slice(0, 16) ?? '当班'}
          </dd>
        </div>
        {shift.methods.map((row) => (
          <div key={row.payMethodId}>
            <dt>{row.name}</dt>
            <dd>
              <Traced figure="shift.method" id={shift.id} payMethodId={row.payMethodId} yuan={row.total}>
                <Money yuan={row.total} />
              </Traced>
            </dd>
          </div>
        ))}
        {shift.countedCash !== null && (
          <div>
            <dt>实点现金</dt>
            <dd>
              <Money yuan={shift.countedCash} strong />
            </dd>
          </div>
        )}
        {shift.differenceAmount && Number(shift.differenceAmount) !== 0 && (
          <div>
            <dt>差额</dt>
            <dd className="danger">
              <Money yuan={shift.differenceAmount} strong />　{shift.differenceReason || '原因待补写'}
            </dd>
          </div>
        )}
        {shift.notes.length > 0 && (
          <div>
            <dt>点数</dt>
            <dd>{shift.notes.map(({ face, count }) => `${faceName(face)} × ${count}`).join('，')}</dd>
          </div>
        )}
        {shift.reviewerName && (
          <div>
            <dt>复核</dt>
            <dd>
              {shift.reviewerName} <span className="num tertiary">{shift.reviewedAt?.slice(0, 16)}</span>
            </dd>
          </div>
        )}
      </dl>
      {shift.allowed.explain && <Explain shift={shift} />}
      <h3 className={s.sub}>流水</h3>
      <ul className={s.moves}>
        {shift.movements.map((row, n) => (
          <li key={`${row.entryId}${n}`}>
            <span>
              <b>{row.name}</b> <span className="t-12 secondary">{entryKindNames[row.kind]}</span>
              <span className="t-12 tertiary num">
                {row.documentNo} {row.moment.slice(11, 16)} {row.actorName}
              </span>
            </span>
            <span className="num">{formatYuanText(row.amount)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
