import { cliName } from '../../../../base/cli-name.ts';

/**
 * The database cannot be used as it is. The message is for the person who starts the server: the problem and
 * its remedy.
 */
export class CannotOpen extends Error {
  override readonly name: string = 'CannotOpen';
}

/** Connection errors of PostgreSQL or the driver, as messages that name the server and never the password. */
export function cannotConnect(url: string, error: unknown): CannotOpen {
  return new CannotOpen(connectProblem(new URL(url), error), { cause: error });
}

function connectProblem(url: URL, error: unknown): string {
  const host = decodeURIComponent(url.hostname) || 'localhost';
  const server = `${host}:${url.port || 5432}`;
  const user = decodeURIComponent(url.username);
  const database = decodeURIComponent(url.pathname.slice(1)) || user;
  const { code, message } = reportedBy(error);
  switch (code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return `No PostgreSQL server answers at ${server} (${code}). Start it, or correct DATABASE_URL.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${host} cannot be resolved (${code}). Correct DATABASE_URL, or the name service of this machine.`;
    case '3D000':
      return `The PostgreSQL server at ${server} has no database "${database}". Create it, or correct DATABASE_URL.`;
    case '28P01':
      return `The PostgreSQL server at ${server} does not accept the password of user "${user}". Correct DATABASE_URL.`;
    case '28000':
      return `The PostgreSQL server at ${server} refuses the connection: ${message}. Correct DATABASE_URL, or its pg_hba.conf.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of the PostgreSQL server at ${server} is for another name: ${message}. Let DATABASE_URL name it as the certificate does.`;
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'CERT_SIGNATURE_FAILURE':
      return `The certificate of the PostgreSQL server at ${server} is not trusted: ${message} (${code}). Let sslrootcert in DATABASE_URL name the authority that signed it.`;
    case '53300':
      return `The PostgreSQL server at ${server} has no free connection. Raise its max_connections, or close others.`;
    case '57P03':
      return `The PostgreSQL server at ${server} is not ready yet: ${message}. Try again in a moment.`;
    default:
      if (message === 'The server does not support SSL connections')
        return `The PostgreSQL server at ${server} does not encrypt connections, which sslmode in DATABASE_URL demands. Set ssl = on there.`;
      return `The database "${database}" at ${server} cannot be opened: ${message}. Look at the server, and at DATABASE_URL.`;
  }
}

/** Errors of the file system or the embedded engine about a data directory. */
export function cannotUseDirectory(directory: string, error: unknown): CannotOpen {
  if (error instanceof CannotOpen) return error;
  return new CannotOpen(directoryProblem(directory, error), { cause: error });
}

function directoryProblem(directory: string, error: unknown): string {
  const { code, message } = reportedBy(error);
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return `The data directory ${directory} is a file, not a directory. Move the file away, or set another DATA_DIR.`;
  if (
    code === 'EACCES' ||
    code === 'EPERM' ||
    code === 'EROFS' ||
    /permission denied|not permitted|read-only/i.test(message)
  )
    return `The data directory ${directory} cannot be written (${code ?? message}). Give this user the right to, or set another DATA_DIR.`;
  if (code === 'ENOSPC' || code === 'EDQUOT' || /no space left|quota exceeded/i.test(message))
    return `There is no space left for the data directory ${directory}. Free some and start again: nothing that was acknowledged is lost.`;
  return (
    `The database in the data directory ${directory} does not start: ${message}. Restore a backup ` +
    `(${cliName} restore --help), or move the directory away to begin with an empty one.`
  );
}

function reportedBy(error: unknown): { readonly code: string | undefined; readonly message: string } {
  if (!(error instanceof Error)) return { code: undefined, message: String(error) };
  if (error.cause instanceof Error) return reportedBy(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const message = (error.message || code || error.name).replace(/^the embedded database stopped: /, '');
  return { code, message: message.trimEnd().replace(/\.$/, '') };
}
