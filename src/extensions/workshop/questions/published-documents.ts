import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  Kind,
  OperationTypeNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { costOf, sizeOf } from '../../../apis/graphql/safety/cost.ts';
import { limits, refuseBeyondLimits } from '../../../apis/graphql/safety/limits.ts';
import { variableError } from '../../../apis/graphql/safety/variables.ts';
import { isPersonalField } from './graph/personal-fields.ts';

/** The facts about a document that publishing needs. */
interface Judged {
  readonly problem?: string;
  readonly asks: string[];
  readonly personal: string[];
}

type Variables = Readonly<Record<string, unknown>>;

/**
 * Everything that would keep the document from being answered, and what it would show
 * (docs/rules/questions.md#publishing).
 */
export function checkDocument(
  text: string,
  variables: Variables,
  { schema, maxLength }: { readonly schema: GraphQLSchema; readonly maxLength: number },
): Judged {
  try {
    if (text.length > maxLength)
      throw new GraphQLError(`The document is longer than ${maxLength} characters`);
    const document = parse(text, { maxTokens: limits.tokens });
    refuseBeyondLimits(document);
    refuseOtherThanOneQuery(document);
    const [mistake] = validate(schema, document);
    if (mistake) throw mistake;
    const found = fieldsOf(document, schema);
    refuseWrongVariables(document, variables, schema);
    return found;
  } catch (error) {
    return { problem: problemOf(error), asks: [], personal: [] };
  }
}

function problemOf(error: unknown): string {
  if (error instanceof GraphQLError) return error.message;
  // The parser recurses and may exhaust the stack.
  if (error instanceof RangeError) return 'The document is nested too deeply';
  throw error;
}

function refuseOtherThanOneQuery({ definitions }: DocumentNode): void {
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (operations.length !== 1) throw new GraphQLError('A question is a document with one operation');
  if (operations[0]?.operation !== OperationTypeNode.QUERY)
    throw new GraphQLError(`A question is a query, not a ${operations[0]?.operation}`);
}

/** Tells whether the type is an object, not a page of objects. */
const isObject = (type: string): boolean => !/(Connection|Edge)$/.test(type);

/** Collects what a document asks for, and refuses everything that must not be published. */
function fieldsOf(document: DocumentNode, schema: GraphQLSchema): Judged {
  const asks = new Set<string>();
  const personal = new Set<string>();
  const types = new TypeInfo(schema);
  const holders: string[] = [];
  const refuseSecret = (): void => {
    const type = types.getInputType();
    if (type && getNamedType(type).name === 'Secret')
      throw new GraphQLError('A question must hold no secrets: everyone who lists it would see them');
  };
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter: ({ name: { value: name } }) => {
          if (name === '__schema' || name === '__type')
            throw new GraphQLError('A question asks for data, not for the schema');
          const type = types.getParentType()?.name ?? '';
          if (type === 'Query') asks.add(name);
          if (isPersonalField(type, name, holders.findLast(isObject))) personal.add(`${type}.${name}`);
          holders.push(type);
        },
        leave: () => {
          holders.pop();
        },
      },
      Argument: refuseSecret,
      ObjectField: refuseSecret,
    }),
  );
  return { asks: [...asks], personal: [...personal] };
}

function refuseWrongVariables(document: DocumentNode, variables: Variables, schema: GraphQLSchema): void {
  const [operation] = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const declared = operation?.variableDefinitions ?? [];
  const mistake = variableError(variables, declared, schema);
  if (mistake) throw mistake;
  const request = { schema, document, operationName: undefined, variables: { ...variables } };
  costOf(request, sizeOf(request));
}
