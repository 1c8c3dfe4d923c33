import api.ChecksApi;
import api.ListsApi;
import client.ApiClient;
import client.ApiException;
import client.Configuration;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import model.CheckEmailRequestBody;
import model.CreateListRequestBody;
import model.ListRow;
import model.ListState;

/**
 * Does the same as main.go with the client that OpenAPI Generator generated, but sends the addresses
 * as JSON. The base URL is the one in the document.
 */
class Main {
  public static void main(String[] unused) throws Exception {
    ApiClient client = Configuration.getDefaultApiClient();
    client.setRequestInterceptor(
        request -> request.header("X-Api-Key", System.getenv("TAMIS_API_KEY")));
    ChecksApi checks = new ChecksApi(client);
    ListsApi lists = new ListsApi(client);

    CheckEmailRequestBody good = new CheckEmailRequestBody().email("deliverable@sandbox.test");
    System.out.println(checks.checkEmail(good, null, null).getResult().getStatus().getValue());

    String[] lines = System.getenv("CUSTOMERS").split("\n");
    CreateListRequestBody request = new CreateListRequestBody().name("Java");
    Arrays.stream(lines).skip(1).forEach(line -> request.addEmailsItem(line.split(";")[0]));
    String id = lists.createList(request, null, null).getData().getId();
    while (lists.getList(id, null).getData().getState() != ListState.FINISHED) Thread.sleep(1000);
    for (ListRow row :
        lists
            .getListRows(id, null, null, null, null, null, null, null, null, null, null)
            .getData()
            .getRows())
      System.out.println(row.getEmail() + " " + row.getReason().getValue());

    try {
      checks.checkEmail(new CheckEmailRequestBody().email("nobody"), null, null);
    } catch (ApiException refused) {
      System.out.println(new ObjectMapper().readTree(refused.getResponseBody()).get("code").asText());
    }
  }
}
