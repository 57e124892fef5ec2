import type { PrescriptionKind } from '@dentin/contract/core/prescription-words'
import { MOST_DRUGS } from '@dentin/contract/core/prescription-words'
import { useEffect, useMemo, useState } from 'react'
import { ApiError, newRequestId } from '../../lib/client.ts'
import { differences, type Difference } from '../../lib/conflict.ts'
import { readRx, useRxCheck, useSaveRx, type RxDetail, type RxFinding } from './hooks.ts'
import { lineFrom, rxParts, validDaysOf, writtenLines, type DraftLine } from './model.ts'

/** For whom and what for a prescription is written. */
export interface RxSubject {
  patientId: string
  patientName: string
  gender: number
  birthDay: string | null
  recordId: string | null
  diagnosis: string
  weightKg: number | null
  pregnancy: 'no' | 'pregnant' | 'lactating' | 'unknown' | null
  pregnancyWeek: number | null
}

export interface RxHead {
  kind: PrescriptionKind
  diagnosis: string
  weightKg: number | null
  pregnancy: RxSubject['pregnancy']
  pregnancyWeek: number | null
  longReason: string
  validDays: number
}

interface Problem {
  message: string
  fields: Readonly<Record<string, string>>
  findings: readonly RxFinding[]
}
const NOTHING: Problem = { message: '', fields: {}, findings: [] }

function problemIn(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { ...NOTHING, message: '没有成功，请重试' }
  const data = (error.data ?? {}) as { fields?: { field: string; message: string }[]; findings?: RxFinding[] }
  return {
    message: error.message,
    fields: Object.fromEntries((data.fields ?? []).map(({ field, message }) => [field, message])),
    findings: data.findings ?? [],
  }
}

/** After so many ms without a key the checks are asked. */
const PAUSE = 250

/** A value as it was when it had not changed for a while. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

const linesOf = (rx: RxDetail | null): DraftLine[] => (rx?.items ?? []).map((line) => lineFrom(line, newRequestId()))
/** The head of a sheet: of a prescription as it stands, or of a new one for somebody. */
export const headOf = (subject: RxSubject, rx: RxDetail | null): RxHead => ({
  kind: rx?.kind ?? 'ordinary',
  diagnosis: rx?.diagnosis ?? subject.diagnosis,
  weightKg: rx ? rx.weightKg : subject.weightKg,
  pregnancy: rx ? (rx.pregnancy as RxSubject['pregnancy']) : subject.pregnancy,
  pregnancyWeek: rx ? rx.pregnancyWeek : subject.pregnancyWeek,
  longReason: rx?.longReason ?? '',
  validDays: rx ? validDaysOf(rx) : 1,
})

/** A prescription while it is written: its lines, what the checks say of them, and the answers. */
export function useWriter(subject: RxSubject, before: RxDetail | null, onSaved: (id: string) => void) {
  // As the sheet was opened: what somebody else saves meanwhile must not pass for what this person has read.
  const [opened, setOpened] = useState(before)
  const [lines, setLines] = useState<readonly DraftLine[]>(() => linesOf(before))
  const [head, setHead] = useState<RxHead>(() => headOf(subject, before))
  const [conflict, setConflict] = useState<{ now: RxDetail; changedBy: string; list: Difference[] } | null>(null)
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      (before?.overrides ?? []).filter(({ kind }) => kind === 'reason').map((each) => [each.key, each.reason]),
    ),
  )
  const [seen, setSeen] = useState<readonly string[]>(() =>
    (before?.overrides ?? []).filter(({ kind }) => kind === 'seen').map(({ key }) => key),
  )
  const [problem, setProblem] = useState<Problem>(NOTHING)
  const [wanting, setWanting] = useState(false)
  const [requestId, setRequestId] = useState(newRequestId)
  const save = useSaveRx()

  const items = useMemo(() => writtenLines(lines), [lines])
  const { patientId, recordId } = subject
  const id = before?.id ?? null
  const { kind, weightKg, pregnancy, pregnancyWeek } = head
  const asked = useMemo(
    () => (items ? { id, patientId, recordId, kind, weightKg, pregnancy, pregnancyWeek, items } : null),
    [items, id, patientId, recordId, kind, weightKg, pregnancy, pregnancyWeek],
  )
  const check = useRxCheck(useSettled(asked))
  const checkProblem = check.error ? problemIn(check.error) : NOTHING
  const findings = items === null ? [] : (check.data?.findings ?? [])

  const touch = () => {
    setProblem(NOTHING)
    setRequestId(newRequestId())
  }
  const submit = async () => {
    setWanting(true)
    if (!items) {
      setProblem({ ...NOTHING, message: lines.length === 0 ? '请至少开一种药' : '请填写每种药的规格、单次用量和天数' })
      return
    }
    if (head.diagnosis.trim() === '') {
      setProblem({ ...NOTHING, message: '请填写诊断', fields: { diagnosis: '请填写诊断' } })
      return
    }
    try {
      const saved = await save.mutateAsync({
        id,
        version: opened?.version ?? null,
        patientId,
        recordId,
        ...head,
        items,
        overrides: Object.entries(reasons)
          .filter(([, reason]) => reason.trim() !== '')
          .map(([key, reason]) => ({ key, reason })),
        seen: [...seen],
        requestId,
      })
      onSaved(saved.id)
    } catch (error) {
      setRequestId(newRequestId())
      if (opened && error instanceof ApiError && error.isConflict) {
        const now = await readRx(opened.id).catch(() => null)
        if (now) {
          const [base, mine, theirs] = [
            rxParts(headOf(subject, opened), linesOf(opened)),
            rxParts(head, lines),
            rxParts(headOf(subject, now), linesOf(now)),
          ]
          const { changedBy = '' } = (error.data ?? {}) as { changedBy?: string }
          setConflict({ now, changedBy, list: differences(Object.keys(mine), base, mine, theirs) })
          return
        }
      }
      setProblem(problemIn(error))
    }
  }

  /** Takes what was chosen of both versions into the sheet, on top of what was saved meanwhile. */
  const keep = (chosen: Record<string, unknown>) => {
    if (!conflict) return
    const { items: kept, ...heads } = chosen as { items?: Omit<DraftLine, 'key'>[] } & Partial<RxHead>
    touch()
    setHead({ ...headOf(subject, conflict.now), validDays: head.validDays, ...heads })
    setLines(kept ? kept.map((line) => ({ ...line, key: newRequestId() })) : linesOf(conflict.now))
    setOpened(conflict.now)
    setConflict(null)
  }

  return {
    conflict,
    keep,
    postpone: () => setConflict(null),
    lines,
    head,
    findings: problem.findings.length > 0 && findings.length === 0 ? problem.findings : findings,
    kind: check.data?.kind ?? head.kind,
    full: lines.length >= MOST_DRUGS,
    reasons,
    seen,
    wanting,
    checking: check.isFetching,
    message: problem.message || checkProblem.message,
    errorOf: (field: string): string | undefined => problem.fields[field] ?? checkProblem.fields[field],
    busy: save.isPending,
    dirty: lines.length > 0,
    submit: () => void submit(),
    setHead: (patch: Partial<RxHead>) => {
      touch()
      setHead((now) => ({ ...now, ...patch }))
    },
    add: (more: readonly DraftLine[]) => {
      touch()
      setLines((now) =>
        [...now, ...more.filter(({ drugId }) => now.every((each) => each.drugId !== drugId))].slice(0, MOST_DRUGS),
      )
    },
    change: (key: string, patch: Partial<DraftLine>) => {
      touch()
      setLines((now) => now.map((line) => (line.key === key ? { ...line, ...patch } : line)))
    },
    remove: (key: string) => {
      touch()
      setLines((now) => now.filter((line) => line.key !== key))
    },
    setReason: (key: string, reason: string) => {
      touch()
      setReasons((now) => ({ ...now, [key]: reason }))
    },
    setSeen: (key: string, isSeen: boolean) => {
      touch()
      setSeen((now) => (isSeen ? [...now.filter((each) => each !== key), key] : now.filter((each) => each !== key)))
    },
  }
}
