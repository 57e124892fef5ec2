import { monthCloseStates } from '@dentin/contract/month-close'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { newRequestId } from '../../lib/client.ts'
import { shortMoment } from '../../lib/when.ts'
import {
  Button,
  confirm,
  cx,
  ErrorLine,
  Field,
  Icon,
  IconButton,
  LinkButton,
  Money,
  Notice,
  Page,
  PageTitle,
  SkeletonRows,
  StatusIcon,
  TextArea,
  TextButton,
  toast,
} from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import { BookFigures } from './BookFigures.tsx'
import { useMonth, useMonthSends, type MonthCheck, type MonthState } from './hooks.ts'
import { monthAfter, monthDays, monthName, shortMonthName } from './words.ts'
import s from './month-close.module.css'

/** The end of a month as one page: what is still open with one way to each, the book, the button. */
export function MonthClosePage({ month, onMonth }: { month: string; onMonth: (month: string) => void }) {
  const { data, error, refetch, isFetching } = useMonth(month)
  return (
    <Page>
      <PageTitle />
      <header className={s.head}>
        <IconButton icon="chevron-left" label="上个月" onClick={() => onMonth(monthAfter(month, -1))} />
        <b className="t-16 num">{monthName(month)}</b>
        <IconButton icon="chevron-right" label="下个月" onClick={() => onMonth(monthAfter(month, 1))} />
      </header>
      {error && !data ? (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      ) : !data ? (
        <SkeletonRows rows={8} height={52} />
      ) : (
        <OneMonth key={data.month} state={data} onMonth={onMonth} onAgain={() => void refetch()} isBusy={isFetching} />
      )}
    </Page>
  )
}

interface MonthProps {
  state: MonthState
  onMonth: (month: string) => void
  onAgain: () => void
  isBusy: boolean
}

function OneMonth({ state, onMonth, onAgain, isBusy }: MonthProps) {
  const isClosed = state.last !== null && monthCloseStates.is(state.last.status, 'closed')
  return (
    <div className={s.columns}>
      <div className={s.left}>
        <Strip state={state} onMonth={onMonth} />
        {isClosed ? <Closed state={state} /> : <Open state={state} onAgain={onAgain} isBusy={isBusy} />}
        <Identities state={state} />
      </div>
      <aside className={s.right} aria-label="结账书">
        <header>
          <h2 className="t-14">结账书</h2>
          <span className="t-12 secondary">{isClosed ? state.last?.closeNo : '草稿'}，A4 1 页</span>
          <LinkButton size="sm" icon="printer" to={`/print/monthClose/${state.month}`} target="_blank">
            预览
          </LinkButton>
        </header>
        <article className={s.paper}>
          <h3>
            {state.clinic.name}　{monthName(state.month)}结账书
          </h3>
          <p className="t-12 tertiary">
            {monthDays(state.month)}　单位 元　{isClosed ? `${state.last?.closerName} 结` : '草稿，未结'}
          </p>
          <BookFigures book={state.book} month={state.month} />
        </article>
        <Act state={state} isClosed={isClosed} />
      </aside>
    </div>
  )
}

function Strip({ state, onMonth }: { state: MonthState; onMonth: (month: string) => void }) {
  const chosen = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => chosen.current?.scrollIntoView({ block: 'nearest', inline: 'center' }), [state.month])
  return (
    <nav className={s.strip} aria-label="月份">
      {state.strip.map((one) => {
        const isClosed = one.status !== null && monthCloseStates.is(one.status, 'closed')
        return (
          <button
            key={one.month}
            ref={one.month === state.month ? chosen : undefined}
            type="button"
            aria-current={one.month === state.month || undefined}
            onClick={() => onMonth(one.month)}
          >
            <span>
              {isClosed ? (
                <Icon name="lock" size={14} label="已月结" />
              ) : (
                <StatusIcon shape={one.isOver ? 'half' : 'ring'} label={one.isOver ? '未结' : '没有过完'} />
              )}
              <b>{shortMonthName(one.month)}</b>
            </span>
            <Money yuan={one.takings} />
          </button>
        )
      })}
    </nav>
  )
}

function Open({ state, onAgain, isBusy }: Omit<MonthProps, 'onMonth'>) {
  const blocking = state.checks.filter(({ blocks }) => blocks)
  const others = state.checks.filter(({ blocks }) => !blocks)
  const left = leftOf(state)
  return (
    <>
      <div className={s.sentence}>
        <h2>
          {!state.isOver ? `${shortMonthName(state.month)}还没有过完` : left > 0 ? `还差 ${left} 件就能结` : '可以结了'}
        </h2>
        <span className="t-13 secondary">
          {state.checks.length + 1} 项里 {left > 0 ? `${left} 项拦着，每项一下就到` : '没有拦着的'}
        </span>
        <span className={cx('t-13 secondary', s.again)}>
          <span className="num">{shortMoment(state.checkedAt)}</span> 核对
          <TextButton onClick={onAgain} disabled={isBusy}>
            重新核对
          </TextButton>
        </span>
      </div>
      {state.last && (
        <Notice>
          <span className="num">{shortMoment(state.last.reopenedAt ?? '')}</span> {state.last.reopenerName} 重开：
          {state.last.reopenReason}
        </Notice>
      )}
      <h3 className={s.sub}>必须先清</h3>
      <ul className={s.checks}>
        {blocking.map((one) => (
          <Check key={one.code} check={one} />
        ))}
      </ul>
      <h3 className={s.sub}>不拦，结了就不能再补</h3>
      <ul className={s.checks}>
        {others.map((one) => (
          <Check key={one.code} check={one} />
        ))}
      </ul>
      <Differences state={state} />
    </>
  )
}

function Check({ check }: { check: MonthCheck }) {
  const isDone = check.count === 0
  return (
    <li className={cx(isDone && s.quiet)}>
      <Icon
        name={isDone ? 'check-circle' : check.blocks ? 'x-circle' : 'alert'}
        size={18}
        className={isDone ? s.done : check.blocks ? s.danger : s.wait}
      />
      <span>
        <b>{check.title}</b>
        <span className="t-12 secondary">{check.note}</span>
      </span>
      <span className={cx('num', s.count, !isDone && check.blocks && s.danger)}>{check.count}</span>
      {isDone ? (
        <span className={cx('t-12 tertiary', s.cleared)}>已清</span>
      ) : (
        <Link className={s.go} to={check.path}>
          {check.button}
        </Link>
      )}
    </li>
  )
}

/** How many things are between now and closing. */
function leftOf(state: MonthState): number {
  const broken = state.identities.some(({ holds }) => !holds) ? 1 : 0
  return state.checks.filter(({ blocks, count }) => blocks && count > 0).length + broken
}

function Identities({ state }: { state: MonthState }) {
  const held = state.identities.filter(({ holds }) => holds).length
  const all = held === state.identities.length
  return (
    <details className={s.identities} open={!all}>
      <summary>
        <Icon name={all ? 'check-circle' : 'x-circle'} size={18} className={all ? s.done : s.danger} />
        <b>账务恒等式</b>
        <span className="num">
          {held} / {state.identities.length}
        </span>
      </summary>
      <ul>
        {state.identities.map(({ name, holds }) => (
          <li key={name} className={cx(!holds && 'danger')}>
            {holds ? '成立' : '不成立'}　{name}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Differences({ state }: { state: MonthState }) {
  if (state.differences.length === 0) return null
  return (
    <>
      <h3 className={s.sub}>与上次结账的差异</h3>
      <table className={s.table}>
        <thead>
          <tr>
            <th scope="col">数字</th>
            <th scope="col">上次</th>
            <th scope="col">现在</th>
          </tr>
        </thead>
        <tbody>
          {state.differences.map((one) => (
            <tr key={one.name}>
              <td>{one.name}</td>
              <td>
                <Money yuan={one.before} />
              </td>
              <td>
                <Money yuan={one.now} strong />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Closed({ state }: { state: MonthState }) {
  return (
    <>
      <div className={s.sentence}>
        <h2>{shortMonthName(state.month)}已月结</h2>
        <span className="t-13 secondary">
          <span className="num">{state.last && shortMoment(state.last.closedAt)}</span> {state.last?.closerName} 结，
          {state.last?.closeNo}
        </span>
      </div>
      <Differences state={state} />
    </>
  )
}

function Act({ state, isClosed }: { state: MonthState; isClosed: boolean }) {
  const { close } = useMonthSends()
  const [asks, setAsks] = useState(false)
  const left = leftOf(state)
  const name = shortMonthName(state.month)
  if (isClosed)
    return (
      <footer className={s.act}>
        {state.allowed.reopen && (
          <Button icon="lock" block onClick={() => setAsks(true)}>
            重开 {name}
          </Button>
        )}
        <p className="t-12 secondary">{name}不再接受任何单据；重开要总部同意、写原因，并记下与这次的差异</p>
        {asks && <Reopen state={state} onClose={() => setAsks(false)} />}
      </footer>
    )
  const submit = async () => {
    const agreed = await confirm({
      title: `结 ${state.clinic.name} ${monthName(state.month)}？`,
      body: `实收 ${state.book.takings}，应收期末 ${state.book.receivable.closing}。结账后${name}不再接受任何单据。`,
      okText: '月结',
    })
    if (agreed)
      close.mutate(
        { month: state.month, requestId: newRequestId() },
        { onSuccess: ({ closeNo }) => toast.success(`${name}已月结，${closeNo}`) },
      )
  }
  return (
    <footer className={s.act}>
      {close.error && <ErrorLine>{close.error.message}</ErrorLine>}
      <Button
        variant="primary"
        size="lg"
        icon="lock"
        block
        disabled={!state.isOver || left > 0 || !state.allowed.close}
        busy={close.isPending}
        onClick={() => void submit()}
      >
        {!state.isOver ? `${name}还没有过完` : left > 0 ? `结 ${name}，还差 ${left} 件` : `结 ${name}`}
      </Button>
      <p className="t-12 secondary">结账后{name}不再接受任何单据；结完留下结账书和快照</p>
    </footer>
  )
}

function Reopen({ state, onClose }: { state: MonthState; onClose: () => void }) {
  const { reopen } = useMonthSends()
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const submit = () => {
    setAsked(true)
    if (reason.trim() === '') return
    reopen.mutate(
      { month: state.month, reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success('已重开')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      title={`重开 ${monthName(state.month)}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={reopen.isPending} onClick={submit}>
            重开
          </Button>
        </>
      }
    >
      <Field
        label="原因"
        required
        error={reopen.error?.message ?? (asked && reason.trim() === '' ? '请填写原因' : undefined)}
        help="再结时，与这次的差异会留在记录里"
      >
        <TextArea rows={3} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  )
}
