/** What the form for India suggests; any other city may be typed. */
export const indianCities =
  'Agra,Ahmedabad,Ajmer,Aligarh,Amravati,Amritsar,Asansol,Aurangabad,Bareilly,Belagavi,Bengaluru,Bhavnagar,Bhilai,Bhopal,Bhubaneswar,Bikaner,Chandigarh,Chennai,Coimbatore,Cuttack,Dehradun,Delhi,Dhanbad,Durgapur,Erode,Faridabad,Firozabad,Ghaziabad,Goa,Gorakhpur,Guntur,Gurugram,Guwahati,Gwalior,Howrah,Hubballi,Hyderabad,Indore,Jabalpur,Jaipur,Jalandhar,Jammu,Jamnagar,Jamshedpur,Jhansi,Jodhpur,Kanpur,Kochi,Kolhapur,Kolkata,Kota,Kozhikode,Lucknow,Ludhiana,Madurai,Malappuram,Mangaluru,Meerut,Moradabad,Mumbai,Mysuru,Nagpur,Nanded,Nashik,Nellore,Noida,Patna,Prayagraj,Puducherry,Pune,Raipur,Rajkot,Ranchi,Rourkela,Salem,Sangli,Shimla,Siliguri,Solapur,Srinagar,Surat,Thane,Thiruvananthapuram,Thrissur,Tiruchirappalli,Tirunelveli,Tiruppur,Udaipur,Ujjain,Vadodara,Varanasi,Vasai,Vijayawada,Visakhapatnam,Warangal'.split(
    ',',
  );
