import {
  findTooth,
  isToothRegion,
  normaliseSurfaces,
  normaliseTeeth,
  toothColumn,
  toothRange,
  type TeethSelection,
} from '@dentin/clinical'

export type MoveKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End'

export const isMoveKey = (key: string): key is MoveKey => /^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(key)

/**
 * The tooth an arrow key leads to, in rows as the chart draws them. Left and right stay in the row and stop at its
 * ends; up and down go to the nearest column of the next row.
 */
export function moveTooth(rows: readonly (readonly string[])[], from: string, key: MoveKey): string {
  const rowIndex = rows.findIndex((row) => row.includes(from))
  const row = rows[rowIndex]
  if (!row) return rows[0]?.[0] ?? from
  const index = row.indexOf(from)
  switch (key) {
    case 'ArrowLeft':
      return row[index - 1] ?? from
    case 'ArrowRight':
      return row[index + 1] ?? from
    case 'Home':
      return row[0] ?? from
    case 'End':
      return row.at(-1) ?? from
    case 'ArrowUp':
    case 'ArrowDown': {
      const next = rows[rowIndex + (key === 'ArrowUp' ? -1 : 1)]
      if (!next) return from
      const column = toothColumn(from)
      const distance = (code: string) => Math.abs(toothColumn(code) - column)
      return next.reduce((best, code) => (distance(code) < distance(best) ? code : best))
    }
  }
}

/** Whole teeth of a range, as a selection. */
export function selectRange(from: string, to: string): TeethSelection {
  return normaliseTeeth(toothRange(from, to).map((code) => ({ code, surfaces: '' })))
}

/** Adds a tooth or region, or takes it out when it is there. */
export function toggleTooth(selection: TeethSelection, code: string): TeethSelection {
  const rest = selection.filter((entry) => entry.code !== code)
  return rest.length < selection.length ? rest : normaliseTeeth([...selection, { code, surfaces: '' }])
}

/** Turns one surface of a selected tooth on or off; a tooth that is not selected becomes selected with it. */
export function toggleSurface(selection: TeethSelection, code: string, surface: string): TeethSelection {
  const entry = selection.find((item) => item.code === code)
  const before = entry?.surfaces ?? ''
  const surfaces = before.includes(surface) ? before.replace(surface, '') : before + surface
  const rest = selection.filter((item) => item.code !== code)
  return normaliseTeeth([...rest, { code, surfaces: normaliseSurfaces(code, surfaces) }])
}

/** Turns one surface on or off for every selected tooth that has it: off when all of them have it already. */
export function toggleSurfaceOfAll(selection: TeethSelection, zone: string): TeethSelection {
  const able = selection.filter((entry) => !isToothRegion(entry.code) && letterOf(entry.code, zone) !== '')
  const all = able.length > 0 && able.every((entry) => entry.surfaces.includes(letterOf(entry.code, zone)))
  return selection.map((entry) => {
    const letter = able.includes(entry) ? letterOf(entry.code, zone) : ''
    if (!letter) return entry
    const rest = entry.surfaces.replace(letter, '')
    return { ...entry, surfaces: normaliseSurfaces(entry.code, all ? rest : rest + letter) }
  })
}

/** The stored letter of a drawn zone: the middle field is O behind and I in front. */
export function letterOf(code: string, zone: string): string {
  const tooth = findTooth(code.replace('S', ''))
  if (!tooth) return ''
  if (zone === 'O' || zone === 'I') return tooth.surfaces.includes('O') ? 'O' : 'I'
  return zone
}
