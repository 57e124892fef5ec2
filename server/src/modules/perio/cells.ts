import {
  cellProblem,
  togetherProblem,
  withCell,
  type CellKey,
  type CellValue,
  type ToothCells,
} from '@dentin/clinical/perio/index'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { sql } from 'kysely'
import { select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { mustWork, writing } from './access.ts'
import { lockTeeth, mustBeOpen, seqOf, shareDraft, type DraftTooth } from './standing.ts'

type Calls = typeof contract.perio
type Change = ParsedInput<Calls['cells']>['changes'][number]
type Refused = HandlerOutput<Calls['cells']>['refused'][number]

/** What a batch does to one tooth. */
export interface ToothTurn {
  cells: ToothCells
  /** Changes of cells that somebody else has changed since. */
  conflicts: Change[]
  refused: Refused[]
}

const valueIn = (cells: ToothCells, cell: CellKey): CellValue | null => cells[cell] ?? null
const applied = (cells: ToothCells, changes: readonly Change[]): ToothCells =>
  changes.reduce((next, { cell, to }) => withCell(next, cell, to), cells)

/** The change of a batch because of which cells can't stand together: at the cell told, beside it at the site, or of the status. */
function culprit(changes: readonly Change[], at: CellKey): Change | undefined {
  const site = /\.\d$/.exec(at)?.[0]
  return (
    changes.find(({ cell }) => cell === at) ??
    changes.find(({ cell, to }) => site !== undefined && cell.endsWith(site) && to !== null) ??
    changes.find(({ cell }) => cell === 'status') ??
    changes.at(-1)
  )
}

/**
 * Takes the changes of one tooth as far as they can be: not over what somebody else has put there since, and nothing that
 * can't be. What is taken away because a status changes stays where that status is not taken.
 */
export function turnTooth(tooth: string, before: ToothCells, changes: readonly Change[]): ToothTurn {
  const conflicts: Change[] = []
  const refused: Refused[] = []
  let taken: Change[] = []
  for (const change of changes) {
    const now = valueIn(applied(before, taken), change.cell)
    const problem = change.to === null ? null : cellProblem(tooth, change.cell, change.to)
    if (problem !== null) refused.push({ tooth, cell: change.cell, message: problem })
    else if (now !== change.from && now !== change.to && !change.force) conflicts.push(change)
    else taken.push(change)
  }
  for (;;) {
    const problem = togetherProblem(tooth, applied(before, taken))
    const wrong = problem && culprit(taken, problem.cell)
    if (!wrong) break
    taken = taken.filter((each) => each !== wrong)
    const theirs = wrong.cell === 'status' && problem.cell !== 'status'
    const message = theirs ? `${tooth} 已有他人记的数，请先清除` : problem.message
    refused.push({ tooth, cell: wrong.cell, message })
  }
  const wanted = changes.find(({ cell }) => cell === 'status')
  if (wanted && !taken.includes(wanted)) {
    const kept = taken.filter(({ to }) => to === null)
    taken = taken.filter(({ to }) => to !== null)
    refused.push(...kept.map(({ cell }) => ({ tooth, cell, message: `${tooth} 的状态没有改，这一格保留` })))
  }
  return { cells: applied(before, taken), conflicts, refused }
}

const changedBy = select({
  byName: sql<string>`a.actor_name`,
  at: sql<Date>`a.created_at`,
  before: sql<ToothCells | null>`a.before -> 'cells'`,
  after: sql<ToothCells | null>`a.after -> 'cells'`,
})
const HISTORY = 60

/** Who put what stands in a cell there, and when; nobody knows of what the mouth said. */
async function whoChanged(tx: TenantTx, row: DraftTooth, cell: CellKey): Promise<{ by: string; at: Date | null }> {
  const steps = await tx.rows(
    changedBy.keptFrom`audit a where ${tx.own('a')} and a.entity = 'perio_draft_tooth' and a.entity_id = ${row.id}
      and a.action = 'update' order by a.created_at desc limit ${HISTORY}`,
  )
  const step = steps.find(({ before, after }) => valueIn(before ?? {}, cell) !== valueIn(after ?? {}, cell))
  return step ? { by: step.byName, at: step.at } : { by: '', at: null }
}

/** Writes a batch of cells: what others changed meanwhile and what can't be comes back, the rest is kept. */
export async function saveCells(
  context: ClinicContext,
  { id, changes }: ParsedInput<Calls['cells']>,
): Promise<HandlerOutput<Calls['cells']>> {
  const { tx } = context
  const draft = await shareDraft(context, id)
  await mustWork(context, writing(draft.recordStatus), draft)
  mustBeOpen({ id: draft.recordId, status: draft.recordStatus })
  const teeth = [...new Set(changes.map(({ tooth }) => tooth))]
  const rows = await lockTeeth(tx, id, teeth)
  const turns = teeth.map((tooth) => {
    const row = rows.find((each) => each.tooth === tooth)
    const own = changes.filter((change) => change.tooth === tooth)
    return { row, ...turnTooth(tooth, row?.cells ?? {}, own), before: row?.cells }
  })
  const changed = turns.filter(({ row, cells, before }) => row && cells !== before && isDifferent(before ?? {}, cells))
  await Promise.all(
    changed.map(({ row, cells }) =>
      tx.update('perio_draft_tooth', { id: row?.id ?? '' }, { cells: { ...cells } }, { patientId: draft.patientId }),
    ),
  )
  const conflicts = await Promise.all(
    turns.flatMap(({ row, conflicts: own }) =>
      own.map(async ({ tooth, cell, to }) => ({
        tooth,
        cell,
        mine: to,
        theirs: valueIn(row?.cells ?? {}, cell),
        ...(row ? await whoChanged(tx, row, cell) : { by: '', at: null }),
      })),
    ),
  )
  const seq = await seqOf(tx, id)
  if (changed.length > 0) tx.publish('perio', id)
  return { seq, before: seq - changed.length, conflicts, refused: turns.flatMap(({ refused }) => refused) }
}

const isDifferent = (a: ToothCells, b: ToothCells): boolean => {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<CellKey>
  return [...keys].some((key) => valueIn(a, key) !== valueIn(b, key))
}
