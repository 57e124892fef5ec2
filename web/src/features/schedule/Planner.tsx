import { addDays, type LocalDate } from '@dentin/kit/datetime'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { usePreload } from '../../lib/deferred.ts'
import { newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import {
  Button,
  cx,
  EmptyState,
  ErrorLine,
  FooterBar,
  IconButton,
  Menu,
  SkeletonRows,
  Tag,
  toast,
  Toolbar,
  urlOptional,
  useHotkeys,
  useIsMobile,
  useLeaveGuard,
  useUrlState,
} from '../../ui/index.ts'
import { AffectedDialog } from './AffectedDialog.tsx'
import { CellDialog } from './CellDialog.tsx'
import { DisplacedDrawer, FillDialog, plannerDialogs } from './deferred.ts'
import { RepeatDialog } from './RepeatDialog.tsx'
import { useDisplaced, usePlan, usePublish, useSaveCells, useShifts, type Affected, type Shift } from './hooks.ts'
import {
  blockOf,
  cellKey,
  cellsOf,
  chipFrom,
  entriesOf,
  rangeWords,
  sundayOf,
  withShift,
  within,
  type Block,
  type Chip,
} from './model.ts'
import { PlanGrid, type At } from './PlanGrid.tsx'
import { PlanPhone } from './PlanPhone.tsx'
import { properDate } from './words.ts'
import s from './schedule.module.css'
import { presentDay } from '../../lib/present.ts'

/** `copy=last`: the week before is to be copied into the one that is shown. */
const codecs = { date: urlOptional, copy: urlOptional }
type Pending = ReadonlyMap<string, readonly Chip[]>
const NONE: Pending = new Map()
const words = (error: unknown) => (error instanceof Error ? error.message : '没有成功，请重试')

/** The planning of a week: shifts into cells, saved as a draft or (in a published week) at once, then published. */
export function Planner() {
  const may = useCan()
  const mayEdit = may('/clinicSchedule:edit')
  const phone = useIsMobile()
  const [url, setUrl] = useUrlState(codecs)
  const [present] = useState(presentDay)
  const from = sundayOf(properDate(url.date, present))
  const to = addDays(from, 6)
  const plan = usePlan({ from, to })
  const shifts = useShifts().data ?? []
  const inUse = shifts.filter(({ enabled }) => enabled)
  const sheet = plan.data?.days[0]?.date === from ? plan.data : undefined
  const cells = useMemo(() => (sheet ? cellsOf(sheet.stretches) : new Map()), [sheet]) as ReturnType<typeof cellsOf>
  const published = sheet?.days.some((day) => day.published) ?? false
  const drafts = sheet?.stretches.some((each) => each.draft) ?? false
  const displaced = useDisplaced(
    { from: from < present ? present : from, to: to < present ? present : to },
    to >= present,
  )

  usePreload(plannerDialogs, sheet !== undefined)

  const [pending, setPending] = useState<Pending>(NONE)
  const history = useRef<Pending[]>([])
  const [brush, setBrush] = useState<Shift | 'clear' | null>(null)
  const [anchor, setAnchor] = useState<At>({ row: 0, column: 0 })
  const [active, setActive] = useState<At>({ row: 0, column: 0 })
  const [block, setBlock] = useState<Block | null>(null)
  const dragging = useRef(false)
  const [opened, setOpened] = useState<At | null>(null)
  const copiesLast = url.copy === 'last' && mayEdit
  const [dialog, setDialog] = useState<'fill' | 'repeat' | null>(copiesLast ? 'repeat' : null)
  const [handling, setHandling] = useState(false)
  const [asked, setAsked] = useState<{ affected: Affected[]; again: () => void } | null>(null)
  const save = useSaveCells()
  const publish = usePublish()
  useLeaveGuard(pending.size > 0, '排班')

  const chipsAt = (key: string): readonly Chip[] => pending.get(key) ?? cells.get(key)?.chips ?? []
  const keyAt = ({ row, column }: At): string | null => {
    const employee = sheet?.employees[row]
    const day = sheet?.days[column]
    return employee && day ? cellKey(employee.id, day.date) : null
  }
  const change = (next: (now: Map<string, readonly Chip[]>) => void) => {
    history.current = [...history.current.slice(-49), pending]
    const now = new Map(pending)
    next(now)
    setPending(now)
  }
  /** Puts a shift (or nothing) into every cell of the selection. */
  const apply = (what: Shift | 'clear', where: Block | null) => {
    if (!mayEdit || !where || !sheet) return
    change((now) => {
      for (let row = where.row[0]; row <= where.row[1]; row += 1)
        for (let column = where.column[0]; column <= where.column[1]; column += 1) {
          const key = keyAt({ row, column })
          if (key) now.set(key, what === 'clear' ? [] : withShift(chipsAt(key), what))
        }
    })
  }
  const undo = () => {
    const before = history.current.pop()
    if (before) setPending(before)
  }
  const go = (date: LocalDate) => {
    if (pending.size > 0) {
      toast.info('请先保存或放弃改动')
      return
    }
    setBlock(null)
    setUrl({ date })
  }

  const send = async (acceptAffected = false): Promise<void> => {
    if (pending.size === 0 || save.isPending) return
    const wanted = [...pending].map(([key, chips]) => {
      const [employeeId, date] = key.split(' ') as [string, string]
      return { employeeId, date, seen: cells.get(key)?.seen ?? [], entries: entriesOf(chips, shifts) }
    })
    try {
      const answer = await save.mutateAsync({ requestId: newRequestId(), cells: wanted, acceptAffected })
      if (!answer.saved) return setAsked({ affected: answer.affected, again: () => void send(true) })
      setAsked(null)
      setPending(NONE)
      history.current = []
      toast.success(published ? '保存成功，已生效' : '草稿已保存')
      if (answer.affected.length > 0) setHandling(true)
    } catch (error) {
      setAsked(null)
      toast.error(words(error))
    }
  }
  const release = async (acceptAffected = false): Promise<void> => {
    try {
      const answer = await publish.mutateAsync({ requestId: newRequestId(), from, to, acceptAffected })
      if (!answer.saved) return setAsked({ affected: answer.affected, again: () => void release(true) })
      setAsked(null)
      toast.success('排班已发布')
      if (answer.affected.length > 0) setHandling(true)
    } catch (error) {
      setAsked(null)
      toast.error(words(error))
    }
  }
  useHotkeys([
    { key: 'mod+s', does: '保存排班', run: () => void send(), enabled: mayEdit },
    { key: 'mod+z', does: '撤销上一步', run: undo, enabled: mayEdit },
  ])

  const move = (by: { row?: number; column?: number }, extend: boolean) => {
    if (!sheet) return
    const next = {
      row: Math.min(sheet.employees.length - 1, Math.max(0, active.row + (by.row ?? 0))),
      column: Math.min(6, Math.max(0, active.column + (by.column ?? 0))),
    }
    setActive(next)
    if (!extend) setAnchor(next)
    setBlock(blockOf(extend ? anchor : next, next))
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, { row?: number; column?: number }> = {
      ArrowUp: { row: -1 },
      ArrowDown: { row: 1 },
      ArrowLeft: { column: -1 },
      ArrowRight: { column: 1 },
    }
    const step = steps[event.key]
    const selection = block ?? blockOf(active, active)
    const nth = inUse[Number(event.key) - 1]
    if (step) move(step, event.shiftKey)
    else if (event.key === 'Enter' && mayEdit) setOpened(active)
    else if ((event.key === 'Delete' || event.key === 'Backspace') && mayEdit) apply('clear', selection)
    else if (/^[1-9]$/.test(event.key) && nth && mayEdit) apply(nth, selection)
    else if (event.key === 'Escape') setBrush(null)
    else return
    event.preventDefault()
  }

  const openedKey = opened ? keyAt(opened) : null
  const openedEmployee = opened ? sheet?.employees[opened.row] : undefined
  const count = to >= present ? (displaced.data?.length ?? 0) : 0
  return (
    <>
      <Toolbar
        className={s.bar}
        end={
          <>
            {count > 0 && (
              <Button variant="danger" icon="alert-circle" onClick={() => setHandling(true)}>
                {count} 个预约受影响
              </Button>
            )}
            {mayEdit && phone && (
              <Menu
                align="end"
                items={[
                  { key: 'repeat', label: '复制与循环', icon: 'copy', onSelect: () => setDialog('repeat') },
                  { key: 'fill', label: '批量、请假', icon: 'columns', onSelect: () => setDialog('fill') },
                ]}
              >
                <IconButton icon="dots" label="复制、批量" variant="default" disabled={pending.size > 0} />
              </Menu>
            )}
            {mayEdit && !phone && (
              <>
                <Button icon="copy" onClick={() => setDialog('repeat')} disabled={pending.size > 0}>
                  复制与循环
                </Button>
                <Button icon="columns" onClick={() => setDialog('fill')} disabled={pending.size > 0}>
                  批量、请假
                </Button>
              </>
            )}
            {may('/clinicSchedule:publish') && (drafts || !phone) && (
              <Button
                variant="primary"
                icon="send"
                busy={publish.isPending}
                disabled={!drafts || pending.size > 0}
                onClick={() => void release()}
              >
                发布本周
              </Button>
            )}
          </>
        }
      >
        <span className={s.moment}>
          <Button onClick={() => go(present)}>本周</Button>
          <IconButton icon="chevron-left" label="上一周" onClick={() => go(addDays(from, -7))} />
          <IconButton icon="chevron-right" label="下一周" onClick={() => go(addDays(from, 7))} />
        </span>
        <span className="t-16 bold num">
          {from.slice(0, 4)}年{rangeWords(from, to)}
        </span>
        {sheet &&
          (published ? (
            <Tag tone="done">已发布</Tag>
          ) : drafts ? (
            <Tag tone="wait">草稿</Tag>
          ) : (
            <Tag tone="muted">未排</Tag>
          ))}
      </Toolbar>
      {mayEdit && !phone && (
        <div className={s.palette} role="toolbar" aria-label="班次">
          {inUse.map((shift, n) => (
            <button
              key={shift.id}
              type="button"
              className={s.brush}
              aria-pressed={brush !== 'clear' && brush?.id === shift.id}
              onClick={() => setBrush(brush !== 'clear' && brush?.id === shift.id ? null : shift)}
            >
              <span className={cx(s.dot, s[chipFrom(shift).colour])} />
              {shift.name}
              {n < 9 && <span className="t-11 tertiary num">{n + 1}</span>}
            </button>
          ))}
          <button
            type="button"
            className={s.brush}
            aria-pressed={brush === 'clear'}
            onClick={() => setBrush(brush === 'clear' ? null : 'clear')}
          >
            清空 <span className="t-11 tertiary">Del</span>
          </button>
          <span className={cx(s.hint, 't-12', 'tertiary')}>选班次后在格子里点或拖；也可用方向键加数字</span>
        </div>
      )}
      {plan.error && !sheet ? (
        <ErrorLine onRetry={() => void plan.refetch()}>{plan.error.message}</ErrorLine>
      ) : !sheet ? (
        <SkeletonRows rows={8} height={54} />
      ) : sheet.employees.length === 0 ? (
        <EmptyState layout="stack" icon="users" title="还没有员工" hint="先登记员工，再为他们排班" />
      ) : phone ? (
        <PlanPhone
          key={from}
          sheet={sheet}
          shifts={inUse}
          today={present}
          chipsAt={chipsAt}
          isChanged={(key) => pending.has(key)}
          mayEdit={mayEdit}
          onPut={(at, what) => apply(what, blockOf(at, at))}
          onMore={setOpened}
        />
      ) : (
        <PlanGrid
          label="排班表"
          sheet={sheet}
          today={present}
          chipsAt={chipsAt}
          sub={(employee) => employee.chairName || employee.deptName}
          edit={{
            block,
            active,
            isChanged: (key) => pending.has(key),
            onDown: (at, extend) => {
              dragging.current = true
              setActive(at)
              if (!extend) setAnchor(at)
              setBlock(blockOf(extend ? anchor : at, at))
            },
            onEnter: (at) => {
              if (!dragging.current) return
              setActive(at)
              setBlock(blockOf(anchor, at))
            },
            onUp: () => {
              if (dragging.current && brush) apply(brush, block)
              dragging.current = false
            },
            onOpen: (at) => {
              if (mayEdit && !brush) setOpened(at)
            },
            onKey,
          }}
        />
      )}
      {pending.size > 0 && (
        <FooterBar
          start={
            <span className="t-13">
              改了 <b className="num">{pending.size}</b> 格{!phone && '，还没有保存'}
            </span>
          }
        >
          <Button variant="text" onClick={() => setPending(NONE)}>
            放弃
          </Button>
          <Button icon="undo" onClick={undo}>
            {phone ? '撤销' : '撤销一步'}
          </Button>
          <Button variant="primary" busy={save.isPending} onClick={() => void send()}>
            {published ? '保存并生效' : '保存草稿'}
          </Button>
        </FooterBar>
      )}
      {openedKey && openedEmployee && opened && (
        <CellDialog
          title={`${openedEmployee.name}　${openedKey.split(' ')[1]}`}
          chips={chipsAt(openedKey)}
          shifts={shifts}
          homeChair={openedEmployee.chairName}
          onClose={() => setOpened(null)}
          onSave={(chips) => {
            change((now) => now.set(openedKey, chips))
            setOpened(null)
          }}
        />
      )}
      {dialog === 'fill' && sheet && (
        <FillDialog
          employees={sheet.employees}
          chosen={sheet.employees
            .filter((_, row) => block !== null && within(block, { row, column: block.column[0] }))
            .map(({ id }) => id)}
          shifts={inUse}
          from={from}
          onAffected={(affected, again) => setAsked({ affected, again })}
          onClose={(affected) => {
            setAsked(null)
            setDialog(null)
            if (affected) setHandling(true)
          }}
        />
      )}
      {dialog === 'repeat' && sheet && (
        <RepeatDialog
          employees={sheet.employees}
          week={copiesLast ? addDays(from, -7) : from}
          onAffected={(affected, again) => setAsked({ affected, again })}
          onClose={(affected) => {
            setAsked(null)
            setDialog(null)
            setUrl({ copy: null })
            if (affected) setHandling(true)
          }}
        />
      )}
      {asked && (
        <AffectedDialog
          affected={asked.affected}
          onGo={() => {
            setAsked(null)
            asked.again()
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {handling && <DisplacedDrawer query={displaced} onClose={() => setHandling(false)} />}
    </>
  )
}
