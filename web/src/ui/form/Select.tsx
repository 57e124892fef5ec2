import { Select as AntSelect } from 'antd'
import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { AntTheme } from '../theme/antd.tsx'
import { useField } from './Field.tsx'

export interface SelectOption<V extends string | number> {
  value: V
  label: string
  /** Grey words behind the label. */
  hint?: string
  disabled?: boolean
  /** More words the search finds: pinyin initials, code. */
  search?: string
}

interface Common<V extends string | number> {
  options: readonly SelectOption<V>[]
  placeholder?: string
  /** Spoken name; inside a `Field` its label is used. */
  label?: string
  /** Type to narrow the list; by default on from 5 options. */
  searchable?: boolean
  loading?: boolean
  disabled?: boolean
  invalid?: boolean
  size?: 'sm' | 'md' | 'lg'
  /** CSS width, by default the whole line. */
  width?: number | string
  /** At the foot of the list. */
  footer?: ReactNode
  onBlur?: () => void
}

export interface SelectProps<V extends string | number> extends Common<V> {
  value: V | null | undefined
  /** null when emptied; only with `clearable`. */
  onChange: (value: V | null) => void
  clearable?: boolean
}

export interface MultiSelectProps<V extends string | number> extends Common<V> {
  value: readonly V[]
  onChange: (values: V[]) => void
  /** What is not in the list may be typed in, with Enter, a comma or a blank after each. */
  creatable?: boolean
}

const sizes = { sm: 'small', md: 'medium', lg: 'large' } as const

function useShared<V extends string | number>({
  options,
  placeholder,
  label,
  searchable = options.length >= 5,
  loading,
  disabled,
  invalid,
  size = 'md',
  width = '100%',
  footer,
  onBlur,
}: Common<V>) {
  const field = useField()
  const bad = invalid ?? field?.invalid
  return {
    id: field?.id,
    options: [...options],
    placeholder: placeholder ?? '请选择',
    'aria-label': label,
    'aria-invalid': bad || undefined,
    'aria-required': field?.required || undefined,
    'aria-describedby': field?.describedBy,
    status: bad ? ('error' as const) : undefined,
    loading,
    disabled,
    onBlur,
    size: sizes[size],
    style: { width },
    suffixIcon: <Icon className="secondary" name="chevron-down" size={14} />,
    notFoundContent: loading ? '数据加载中' : '暂无数据',
    showSearch: searchable && {
      filterOption: (text: string, option?: SelectOption<V>) =>
        `${option?.label ?? ''} ${option?.search ?? ''}`.toLowerCase().includes(text.trim().toLowerCase()),
    },
    optionRender: ({ data }: { data: SelectOption<V> }) => (
      <>
        {data.label}
        {data.hint && <span className="t-12 tertiary"> {data.hint}</span>}
      </>
    ),
    popupRender: footer
      ? (menu: ReactNode) => (
          <>
            {menu}
            <div style={{ padding: '6px 8px' }}>{footer}</div>
          </>
        )
      : undefined,
  }
}

/** One of many; narrows by typing when the list is long. */
export function Select<V extends string | number>({ value, onChange, clearable, ...rest }: SelectProps<V>) {
  return (
    <AntTheme>
      <AntSelect<V | null, SelectOption<V>>
        {...useShared(rest)}
        value={value ?? null}
        onChange={(next) => onChange(next ?? null)}
        allowClear={clearable ? { clearIcon: <Icon name="x-circle" size={14} label="清空" /> } : false}
      />
    </AntTheme>
  )
}

/** Several of many, shown as tags; those that do not fit are counted. */
export function MultiSelect<V extends string | number>({ value, onChange, creatable, ...rest }: MultiSelectProps<V>) {
  return (
    <AntTheme>
      <AntSelect<V[], SelectOption<V>>
        {...useShared({ searchable: true, ...rest })}
        mode={creatable ? 'tags' : 'multiple'}
        tokenSeparators={creatable ? [' ', ',', '，', '、'] : undefined}
        value={[...value]}
        onChange={(next) => onChange(next)}
        allowClear
        maxTagCount="responsive"
        removeIcon={<Icon name="x" size={12} />}
        menuItemSelectedIcon={<Icon name="check" size={14} />}
      />
    </AntTheme>
  )
}
