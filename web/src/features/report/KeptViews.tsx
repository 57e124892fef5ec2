import type { ReportDoor } from '@dentin/contract/report'
import { useState } from 'react'
import { Button, Menu, type MenuEntry } from '../../ui/index.ts'
import { SaveView } from './deferred.ts'
import { useKeptViews, type Question } from './hooks.ts'

export interface KeptViewsProps {
  door: ReportDoor
  /** How the report is looked at now. */
  question: Question
  onOpen: (question: Question) => void
}

/** The views that somebody keeps of a report: one press looks at it so again. */
export function KeptViews({ door, question, onOpen }: KeptViewsProps) {
  const kept = useKeptViews(door).data ?? []
  const [saving, setSaving] = useState(false)
  const now = JSON.stringify(inOrder(question))
  const chosen = kept.find((one) => JSON.stringify(inOrder(one.question)) === now)
  const items: MenuEntry[] = [
    ...kept.map(({ id, name, question: asked }) => ({
      key: id,
      label: name,
      icon: id === chosen?.id ? ('check' as const) : ('chart-line' as const),
      onSelect: () => onOpen(asked),
    })),
    ...(kept.length > 0 ? (['divider'] as const) : []),
    { key: 'save', label: '存为视图…', icon: 'plus', onSelect: () => setSaving(true) },
  ]
  return (
    <>
      <Menu items={items} align="end">
        <Button icon="pin" iconRight="chevron-down">
          {chosen?.name ?? '视图'}
        </Button>
      </Menu>
      {saving && <SaveView door={door} question={question} onClose={() => setSaving(false)} />}
    </>
  )
}

/** What a question says, always in one order, without what it leaves open. */
const inOrder = (question: Question) =>
  Object.entries(question)
    .filter(([, value]) => value !== undefined && (!Array.isArray(value) || value.length > 0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
