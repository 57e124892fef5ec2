import type { AnyCall } from '@dentin/contract/core/call'
import { useLayoutEffect, useRef, useState } from 'react'
import { useSend } from '../../lib/query.ts'
import { toast } from '../feedback/toast.tsx'

/** A row that is put in order among those that are in use, or not, as it is. */
interface Placed {
  id: string
  enabled: boolean
}

/** The order of a list: as the server has it, or as it has just been put, which is sent and kept at once. */
export function useOrder<Row extends Placed>(
  read: readonly Row[] | undefined,
  sort: AnyCall,
  { refresh, groupOf }: { refresh: AnyCall[]; groupOf?: ((row: Row) => unknown) | undefined },
) {
  const send = useSend(sort, { refresh })
  /** The ids in the order that the person has put them in; `keptOver`: what stood on the screen's last answer when the server had kept it. */
  const [put, setPut] = useState<{ ids: readonly string[]; keptOver: string | null } | null>(null)
  const wanted = useRef<readonly string[] | null>(null)
  const answered = read?.map(({ id }) => id).join() ?? ''
  const lastAnswered = useRef(answered)
  useLayoutEffect(() => {
    lastAnswered.current = answered
  }, [answered])
  // The answer that is asked for after keeping may be overtaken by another, and come later: the next step counts from what was put.
  if (put?.keptOver != null && (answered === put.ids.join() || answered !== put.keptOver)) setPut(null)
  const rows = put && read ? inOrderOf(read, put.ids) : read

  // One request at a time, so that the last order is the last to arrive.
  const keep = async () => {
    while (wanted.current) {
      const ids = wanted.current
      try {
        await send.mutateAsync({ ids })
      } catch (error) {
        wanted.current = null
        toast.error(error instanceof Error ? error.message : '次序没有保存')
        setPut(null)
      }
      if (wanted.current === ids) wanted.current = null
    }
    setPut((now) => now && { ...now, keptOver: lastAnswered.current })
  }
  const isOfGroup = (one: Row, other: Row) => !groupOf || groupOf(one) === groupOf(other)
  /** Entries are put among those of their group that are in use, or not, as they are. */
  const isBeside = (row: Row) => (each: Row) => each.enabled === row.enabled && isOfGroup(each, row)
  const place = (row: Row, to: number) => {
    if (!rows) return
    const beside = rows.filter(isBeside(row))
    const others = beside.filter((each) => each !== row)
    const ordered = others.toSpliced(Math.max(0, to), 0, row)
    if (ordered.every((each, i) => each === beside[i])) return
    // Those of the group that are off stay behind.
    const rest = rows.filter((each) => each.enabled !== row.enabled && isOfGroup(each, row))
    const sent = row.enabled ? [...ordered, ...rest] : [...rest, ...ordered]
    let next = 0
    // In a tree what stands below a row moves with it: there the server's answer is waited for.
    if (!groupOf)
      setPut({ ids: rows.map((each) => (isBeside(row)(each) ? ordered[next++] : each)?.id ?? ''), keptOver: null })
    const isSending = wanted.current !== null
    wanted.current = sent.map(({ id }) => id)
    if (!isSending) void keep()
  }
  return {
    rows,
    /** Puts a row before its neighbour above, or behind the one below. */
    step: (row: Row, by: -1 | 1) => place(row, (rows?.filter(isBeside(row)).indexOf(row) ?? 0) + by),
    /** Puts a row where it was dropped: at so many rows from the top of all that are shown. */
    drop: (row: Row, to: number) => {
      const without = rows?.filter((each) => each !== row) ?? []
      place(row, without.slice(0, to).filter(isBeside(row)).length)
    },
  }
}

function inOrderOf<Row extends Placed>(rows: readonly Row[], ids: readonly string[]): readonly Row[] {
  const places = new Map(ids.map((id, i) => [id, i]))
  return rows.toSorted((a, b) => (places.get(a.id) ?? rows.length) - (places.get(b.id) ?? rows.length))
}
