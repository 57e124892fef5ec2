import { anaesthetics as drugTable } from '@dentin/clinical/anaesthetic-data'
import { anaestheticTechniques } from '@dentin/clinical/anaesthetic-words'
import { formatTeeth, parseTeeth } from '@dentin/clinical/teeth'
import type { AnaestheticLine } from '@dentin/contract/core/anaesthetic-line'
import type { TemplateContent } from '@dentin/contract/record'
import { useState } from 'react'
import type { Tariff } from '../../../domain/tariffs.ts'
import { Select } from '../../../ui/heavy.ts'
import { IconButton, Popover, TextButton } from '../../../ui/index.ts'
import { ToothCross, ToothPicker } from '../../../ui/tooth/index.ts'
import { newLine, withDrug } from '../anaesthetics.ts'
import { NumberText } from '../NumberText.tsx'
import { TariffLookup } from '../TariffLookup.tsx'
import { useCharges } from './hooks.ts'
import s from './treatments.module.css'

type Treatment = TemplateContent['treatments'][number]

const drugs = drugTable.map(({ id, nameZh }) => ({ value: id, label: nameZh }))
const techniques = anaestheticTechniques.map((value) => ({ value, label: value }))

/** What each treatment of a template has beside its words: teeth where the template keeps them, charges, injections. */
export function TemplateTreatments({
  rows,
  teethBound,
  onChange,
}: {
  rows: readonly Treatment[]
  teethBound: boolean
  onChange: (rows: Treatment[]) => void
}) {
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map())
  const [asked] = useState(() => [...new Set(rows.flatMap((row) => row.tariffs.map(({ tariffId }) => tariffId)))])
  const { data } = useCharges(asked)
  const nameOf = (id: string) => picked.get(id) ?? data?.find((each) => each.id === id)?.name ?? '收费项目'
  if (rows.length === 0) return null
  return (
    <ol className={s.rows}>
      {rows.map((row, index) => (
        <li key={index} className={s.row}>
          <Beside
            name={`第 ${index + 1} 行`}
            row={row}
            teethBound={teethBound}
            nameOf={nameOf}
            onPicked={({ id, name }) => setPicked((now) => new Map(now).set(id, name))}
            onChange={(next) => onChange(rows.map((each, at) => (at === index ? next : each)))}
          />
        </li>
      ))}
    </ol>
  )
}

function Beside({
  name,
  row,
  teethBound,
  nameOf,
  onPicked,
  onChange,
}: {
  name: string
  row: Treatment
  teethBound: boolean
  nameOf: (tariffId: string) => string
  onPicked: (tariff: Tariff) => void
  onChange: (row: Treatment) => void
}) {
  const { teeth, tariffs, anaesthetics: lines = [] } = row
  const take = (tariff: Tariff) => {
    onPicked(tariff)
    if (!tariffs.some(({ tariffId }) => tariffId === tariff.id))
      onChange({ ...row, tariffs: [...tariffs, { tariffId: tariff.id, qty: 1 }] })
  }
  const setQty = (tariffId: string, qty: number) =>
    onChange({ ...row, tariffs: tariffs.map((each) => (each.tariffId === tariffId ? { ...each, qty } : each)) })
  const setLine = (at: number, line: AnaestheticLine) =>
    onChange({ ...row, anaesthetics: lines.map((each, n) => (n === at ? line : each)) })
  return (
    <>
      <span className={s.number}>{name}</span>
      {teethBound && (
        <Popover
          content={
            <ToothPicker
              value={parseTeeth(teeth)}
              onChange={(next) => onChange({ ...row, teeth: formatTeeth(next) })}
            />
          }
        >
          <button type="button" className={s.teeth} title={`${name}的牙位`}>
            <span className="sr-only">{name}的牙位：</span>
            {teeth === '' ? '选牙位' : <ToothCross fixed teeth={parseTeeth(teeth)} />}
          </button>
        </Popover>
      )}
      {tariffs.map(({ tariffId, qty }) => (
        <span key={tariffId} className={s.charge}>
          {nameOf(tariffId)}
          <input
            className={s.qty}
            type="number"
            min={1}
            max={999}
            aria-label={`${nameOf(tariffId)}的数量`}
            value={qty}
            onChange={(event) =>
              setQty(tariffId, Math.min(999, Math.max(1, Math.round(Number(event.target.value) || 1))))
            }
          />
          <IconButton
            icon="x"
            size="xs"
            label={`去掉${nameOf(tariffId)}`}
            onClick={() => onChange({ ...row, tariffs: tariffs.filter((each) => each.tariffId !== tariffId) })}
          />
        </span>
      ))}
      <TariffLookup label={`${name}的收费项目`} onPick={take} />
      {row.anesthetic && (
        <span className={s.charge}>
          局麻 {[row.anesthetic.drug, row.anesthetic.dose].filter(Boolean).join(' ')}
          <IconButton icon="x" size="xs" label="去掉局麻" onClick={() => onChange({ ...row, anesthetic: null })} />
        </span>
      )}
      {lines.map((line, n) => (
        <span key={n} className={s.line} role="group" aria-label={`${name}局麻 ${n + 1}`}>
          <span className={s.drug}>
            <Select
              size="sm"
              label={`${name}局麻 ${n + 1}麻药`}
              placeholder="麻药"
              searchable={false}
              options={drugs}
              value={line.drug || null}
              onChange={(drug) => drug && setLine(n, withDrug(line, drug))}
            />
          </span>
          <span className={s.short}>
            <NumberText
              label={`${name}局麻 ${n + 1}用量`}
              unit="ml"
              readOnly={false}
              value={line.ml}
              onChange={(ml) => setLine(n, { ...line, ml })}
            />
          </span>
          <span className={s.short}>
            <Select
              size="sm"
              label={`${name}局麻 ${n + 1}方法`}
              placeholder="方法"
              searchable={false}
              options={techniques}
              value={line.technique || null}
              onChange={(technique) => technique && setLine(n, { ...line, technique })}
            />
          </span>
          <IconButton
            icon="x"
            size="xs"
            label={`去掉${name}局麻 ${n + 1}`}
            onClick={() => onChange({ ...row, anaesthetics: lines.filter((_, at) => at !== n) })}
          />
        </span>
      ))}
      <TextButton icon="plus" onClick={() => onChange({ ...row, anaesthetics: [...lines, newLine({})] })}>
        局麻
      </TextButton>
    </>
  )
}
