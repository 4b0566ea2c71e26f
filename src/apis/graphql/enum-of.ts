import { constantCase } from '../../base/text.ts';
import { builder } from './builder.ts';

/** An enum of the graph from its values and their descriptions: `add_credit` becomes ADD_CREDIT. */
export const enumOf = <V extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<V, string>>,
) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(
      (Object.entries(meanings) as [V, string][]).map(([value, meaning]) => [
        nameOf(value),
        { value, description: meaning },
      ]),
    ),
  });

const nameOf = (value: string): string =>
  value === value.toUpperCase() ? value : constantCase(value).replace(/[.-]/g, '_');
