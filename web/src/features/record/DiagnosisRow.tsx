import { ageRangeText } from '@dentin/clinical/age-range'
import { diagnosisKindNames } from '@dentin/contract/record'
import { useState } from 'react'
import { ComboBox } from '../../ui/heavy.ts'
import { cx, Icon, Tag, Menu } from '../../ui/index.ts'
import { findIcds } from './hooks.ts'
import s from './record.module.css'
import { type RowProps, Frame, Words } from './Rows.tsx'

/** A diagnosis: looked up by code, name or pinyin; its words may then be made more exact. */
export function DiagnosisRow(props: RowProps<'diagnoses'>) {
  const { row, readOnly, index } = props
  const [looking, setLooking] = useState(false)
  const searching = !readOnly && (looking || (row.icdName === '' && row.icdCode === ''))
  const kind = diagnosisKindNames[row.kind] ?? ''
  const kindTag = <Tag tone={row.kind === 3 ? 'wait' : 'muted'}>{kind}</Tag>
  return (
    <Frame
      props={props}
      tail={
        readOnly ? (
          kindTag
        ) : (
          <Menu
            align="end"
            items={([1, 2, 3] as const).map((value) => ({
              key: String(value),
              label: diagnosisKindNames[value],
              onSelect: () => props.onChange({ ...row, kind: value }),
            }))}
          >
            <button type="button" className={s.kind} aria-label={`诊断类型：${kind}`}>
              {kindTag}
            </button>
          </Menu>
        )
      }
    >
      {searching ? (
        <div className={s.lookup} data-field={`diagnoses.${index}`}>
          <ComboBox
            label={`诊断第 ${index + 1} 行`}
            placeholder="诊断名称、拼音或 ICD 编码"
            size="sm"
            autoFocus
            search={findIcds}
            keyOf={(item) => item.code}
            render={(item) => (
              <span className={s.found}>
                <span className={s.code}>{item.code}</span>
                {item.name}
                {item.common && <span className="tertiary t-12">常用</span>}
                <span className="tertiary t-12">{ageRangeText({ from: item.ageFrom, to: item.ageTo })}</span>
                {item.medicareCode && <span className="tertiary t-12">医保 {item.medicareCode}</span>}
              </span>
            )}
            lastRow={{
              render: (text) => (
                <span className={s.found}>
                  <Icon name="plus" size={14} />
                  写作待查诊断「{text}」
                </span>
              ),
              onPick: (text) => {
                props.onChange({ ...row, icdCode: '', icdName: text.slice(0, 80), kind: 3 })
                setLooking(false)
              },
            }}
            onPick={(item) => {
              props.onChange({ ...row, icdCode: item.code, icdName: item.name })
              setLooking(false)
            }}
          />
        </div>
      ) : (
        <>
          {readOnly ? (
            <span className={s.code}>{row.icdCode}</span>
          ) : (
            <button
              type="button"
              className={cx(s.code, s.codeButton)}
              title="重新选择诊断"
              onClick={() => setLooking(true)}
            >
              {row.icdCode || '未编码'}
            </button>
          )}
          <Words
            props={props}
            label={`诊断第 ${index + 1} 行`}
            max={80}
            value={row.icdName}
            onChange={(icdName) => props.onChange({ ...row, icdName })}
          />
        </>
      )}
    </Frame>
  )
}
