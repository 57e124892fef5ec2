import { appointment } from '@dentin/contract/appointment'
import { clinic } from '@dentin/contract/clinic'
import { dictGroups, dictMeaning, dictTypes, type DictType } from '@dentin/contract/core/dictionaries'
import { followUp } from '@dentin/contract/follow-up'
import { dictItems } from '@dentin/contract/lists/dictionaries'
import { Link } from 'react-router'
import { can } from '../../lib/permission.ts'
import { Select } from '../../ui/heavy.ts'
import { Icon, Tag, urlEnum, useIsMobile, useUrlState } from '../../ui/index.ts'
import { SettingList } from '../../ui/list/SettingList.tsx'
import { useDicts, type DictItem } from './hooks.ts'
import s from './setting.module.css'

const types = Object.keys(dictTypes) as [DictType, ...DictType[]]
const codecs = { type: urlEnum(types, types[0]) }

/** For whom the words of a dictionary hold. */
const holds = { 平台: '所有机构一样', 连锁: '机构的各家门诊共用', 门诊: '只在本店使用' } as const

const isFixed = (type: DictType, row: DictItem) => dictMeaning(type).fixed?.includes(row.itemCode) ?? false

const Word = ({ row, type }: { row: DictItem; type: DictType }) => (
  <span className={s.inline}>
    <span className="bold">{row.item}</span>
    {row.isDefault && <Tag tone="brand">默认</Tag>}
    {isFixed(type, row) && (
      <Tag tone="outline" icon="lock" title="系统按这一条办事，可以改名，不能停用">
        系统使用
      </Tag>
    )}
  </span>
)

/** The words that are chosen from: reasons and the like. */
export function Dictionaries() {
  const [{ type }, set] = useUrlState(codecs)
  const mobile = useIsMobile()
  const found = useDicts()
  const { scope, editable, name } = dictMeaning(type)
  const inUse = (value: DictType) => found.data?.filter((each) => each.typeCode === value && each.enabled).length
  return (
    <div className={s.dicts}>
      {mobile ? (
        <div className={s.types}>
          <Select
            label="字典"
            searchable
            value={type}
            onChange={(next) => set({ type: next ?? types[0] })}
            options={types.map((value) => ({
              value,
              label: dictTypes[value].name,
              hint: `${dictTypes[value].group}　${inUse(value) ?? ''}`,
            }))}
          />
        </div>
      ) : (
        <nav className={s.dictNav} aria-label="字典">
          {dictGroups.map((group) => (
            <section key={group}>
              <h2 className="t-12 tertiary">{group}</h2>
              {types
                .filter((value) => dictTypes[value].group === group)
                .map((value) => (
                  <button
                    key={value}
                    type="button"
                    className={s.dictName}
                    aria-current={value === type || undefined}
                    onClick={() => set({ type: value })}
                  >
                    <span className="ellipsis">{dictTypes[value].name}</span>
                    <span className="t-12 tertiary num">{inUse(value)}</span>
                  </button>
                ))}
              {group === '患者' && can('/basePatientSourceSet:view') && (
                <Link className={s.dictName} to="/basePatientSourceSet">
                  患者来源
                  <Icon name="chevron-right" size={14} className="tertiary" />
                </Link>
              )}
            </section>
          ))}
        </nav>
      )}
      <div className={s.dictWords}>
        <SettingList
          list={dictItems}
          icon="list"
          hint={
            <>
              <Tag tone="outline">{scope}</Tag> {holds[scope]}
              {editable ? '，可以增改；停用的不能再选，历史照常显示' : '，由平台维护，不能修改'}
            </>
          }
          width={420}
          fixed={!editable}
          only={(row) => row.typeCode === type}
          entryNoun={name}
          begin={{ typeCode: type }}
          keeps={(row) => (isFixed(type, row) ? '系统按这一条办事，可以改名，不能停用' : undefined)}
          title={(row) => <Word row={row} type={type} />}
          cells={{ item: { head: name, render: (row) => <Word row={row} type={type} /> } }}
          refresh={[clinic.dictItems, appointment.options, followUp.options]}
        />
      </div>
    </div>
  )
}
